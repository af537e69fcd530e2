import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startInbox } from '#dev/inbox/start-inbox.ts'
import { createDatabase } from '../postgres/database.ts'

/** Starts the server as a deployment does and answers how it ended and what it said to the person at the terminal. */
async function boot(env: Record<string, string>): Promise<{ code: number; said: string }> {
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
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

test.each(['rzp_test_abcdef', 'rzp_sandbox_abcdef', 'anything', 'rzp_live_first,rzp_test_second'])(
  'with the key %s in production the server does not start and says why [PAY-43]',
  async (keyId) => {
    const secrets = keyId.replaceAll(/[^,]+/g, 'secret')
    const { code, said } = await boot({ RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: secrets })
    expect(code).toBe(1)
    expect(said).toMatch(/RAZORPAY_KEY_ID: .* is a test or sandbox key; production takes live keys/)
  },
)

test('without keys of the provider production does not start, and names each that is missing [PAY-43]', async () => {
  const { code, said } = await boot({ RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', RAZORPAY_WEBHOOK_SECRET: '' })
  expect(code).toBe(1)
  for (const name of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'])
    expect(said).toContain(`${name}: is missing`)
})

test("with the demo's mailbox in production the server does not start, since no receipt would arrive [PAY-43]", async () => {
  const database = await createDatabase()
  onTestFinished(database.drop)
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-inbox-'))
  const inbox = await startInbox({ smtpPort: 0, port: 0, dataDir })
  onTestFinished(async () => {
    await inbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { code, said } = await boot({ DATABASE_URL: database.url, SMTP_URL: inbox.smtpUrl })
  expect(code).toBe(1)
  expect(said).toContain('SMTP_URL: the demo inbox stands there')
})
