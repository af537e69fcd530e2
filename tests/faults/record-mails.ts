import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface RecordedMail {
  to: string
  /** Without its brackets and domain, as `mail_outbox.message_id`. */
  messageId: string
  /** The simulated time at which the mail came, in milliseconds. */
  at: number
}

export interface MailRecorder {
  smtpUrl: string
  mails: RecordedMail[]
  /** Raw messages of the addresses in `keepFor`. */
  raw: Buffer[]
  keepFor: Set<string>
  /** Refuses all mails while it is true. */
  isDown: boolean
  /** The simulated time, in milliseconds. */
  now: number
}

/** Starts a mail server that keeps no more of a mail than who got it, which it was, and when: it takes tens of thousands. */
export async function recordMails(): Promise<MailRecorder> {
  const recorder: MailRecorder = { smtpUrl: '', mails: [], raw: [], keepFor: new Set(), isDown: false, now: 0 }
  const refusal = () => (recorder.isDown ? Object.assign(new Error('Service not available'), { responseCode: 421 }) : null)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 500,
    onConnect: (_session, done) => done(refusal()),
    onMailFrom: (_address, _session, done) => done(refusal()),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const raw = Buffer.concat(parts)
        const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString()
        const messageId = /^message-id:\s*<([^@>]+)@/im.exec(head)?.[1] ?? ''
        for (const { address } of session.envelope.rcptTo) {
          recorder.mails.push({ to: address, messageId, at: recorder.now })
          if (recorder.keepFor.has(address)) recorder.raw.push(raw)
        }
        done()
      })
    },
  })
  // Without a listener, a connection that a killed process leaves would end the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  recorder.smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return recorder
}
