import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startInbox } from '#dev/inbox/start-inbox.ts'
import { createDatabase } from '#tests/postgres/database.ts'

/** Starts the server as a deployment does and returns its exit code and its output on stderr. */
async function boot(env: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      APP_ENV: 'production',
      PORT: '0',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'School <hello@school.example>',
      PUBLIC_URL: 'https://school.example',
      AUTH_SECRET: 'GkI0oTWQYtX4nG0v9mVn8S2ZrEoJb1pY5uQdLxHcKfA',
      RAZORPAY_KEY_ID: 'rzp_live_school',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'b7Xq2Lm9Tz4Vw8Rk',
      ...env,
    },
  })
  let stderr = ''
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stderr }
}

test('production refuses to start with a test key and explains it [PAY-43]', async () => {
  const { code, stderr } = await boot({ RAZORPAY_KEY_ID: 'rzp_test_abcdef' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/RAZORPAY_KEY_ID: .* is a test or sandbox key; production takes live keys/)
})

test('production refuses to start with the demo mailbox [PAY-43]', async () => {
  const database = await createDatabase()
  onTestFinished(database.drop)
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-inbox-'))
  const inbox = await startInbox({ smtpPort: 0, port: 0, dataDir })
  onTestFinished(async () => {
    await inbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { code, stderr } = await boot({ DATABASE_URL: database.url, SMTP_URL: inbox.smtpUrl })
  expect(code).toBe(1)
  expect(stderr).toContain('SMTP_URL names the demo inbox')
})
