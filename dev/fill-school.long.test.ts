import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '#tests/postgres/database.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { fillSchool, startFiller } from './fill-school.ts'
import { sandboxPrefix } from './razorpay/start-sandbox.ts'

test('a filler that fails ends, and says that nothing was stored', async () => {
  const database = await createDatabase()
  const dataDir = makeFolder('filler-')
  const stopping = new AbortController()
  onTestFinished(async () => {
    stopping.abort()
    rmSync(dataDir, { recursive: true, force: true })
    await database.drop()
  })
  const filler = startFiller({ root: join(import.meta.dirname, '..'), hasPast: true, signal: stopping.signal })
  const { filled } = await fillSchool(filler, {
    APP_ENV: 'demo',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@school.example',
    RAZORPAY_KEY_ID: `${sandboxPrefix}1`,
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-tests',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    AUTH_SECRET: 'an auth secret of the tests that is long enough to sign with',
    // Read while the server waits for the school.
    DEMO_STAFF_FILE: join(dataDir, 'missing.json'),
  })
  await expect(filled).rejects.toThrow('The demo could not be loaded. Nothing of it was stored, so start again.')
})
