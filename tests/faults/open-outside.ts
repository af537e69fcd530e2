import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { startInbox } from '#dev/inbox/start-inbox.ts'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { testKey } from '#tests/school/create-test-app.ts'
import type { Pay } from './load.ts'
import { webhookSecret } from './spawn-server.ts'

export interface Outside {
  smtpUrl: string
  apiUrl: string
  pay: Pay
  /** Returns the number of mails to an address with a matching subject. */
  countMails(address: string, subject: RegExp): Promise<number>
  switchMail(smtp: 'down' | 'up'): Promise<void>
}

/** Starts a mail server and a payment provider outside of the server's process. */
export async function openOutside(): Promise<Outside> {
  const dataDir = mkdtempSync(join(tmpdir(), 'karyashala-outside-'))
  const inbox = await startInbox({ smtpPort: 0, port: 0, dataDir })
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    keyId: testKey.id,
    keySecret: testKey.secret,
    webhookSecret,
    webhookUrl: 'http://127.0.0.1:1/',
  })
  onTestFinished(async () => {
    await sandbox.close()
    await inbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const json = { 'content-type': 'application/json' }
  return {
    smtpUrl: inbox.smtpUrl,
    apiUrl: sandbox.url,
    async pay(orderId) {
      const answer = await fetch(`${sandbox.url}/control/orders/${orderId}/pay`, {
        method: 'POST',
        headers: { ...json, authorization: `Basic ${Buffer.from(`${testKey.id}:${testKey.secret}`).toString('base64')}` },
        body: JSON.stringify({ outcome: 'captured', webhook: false }),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as object
    },
    async countMails(address, subject) {
      const answer = await fetch(`${inbox.url}/messages?to=${encodeURIComponent(address)}`)
      return ((await answer.json()) as { subject: string }[]).filter((mail) => subject.test(mail.subject)).length
    },
    async switchMail(smtp) {
      const answer = await fetch(`${inbox.url}/control/faults`, { method: 'POST', headers: json, body: JSON.stringify({ smtp }) })
      if (!answer.ok) throw new Error(await answer.text())
    },
  }
}

/** Sets the school's address, without which mails to the school would wait. */
export async function setSchoolAddress(db: pg.Pool): Promise<void> {
  const settings = { ...(await readSiteSettings({ db })), email: 'school@example.com' }
  await db.query('insert into site_settings (settings) values ($1)', [JSON.stringify(settings)])
}
