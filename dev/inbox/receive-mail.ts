import type { Address } from 'postal-mime'
import PostalMime from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPServer } from 'smtp-server'
import type { Mailbox } from './open-mailbox.ts'

/** Part of the SMTP greeting. A production server refuses a mail server with it. */
const banner = 'Karyashala-Inbox'
const maxBytes = 25 * 1024 * 1024

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function plain(address: Address | undefined): string {
  if (!address) return ''
  return address.address === undefined || address.name === ''
    ? (address.address ?? address.name)
    : `${address.name} <${address.address}>`
}

/** Parses a raw message. Recipients come from the envelope, which includes blind copies. */
export async function readMail(raw: Buffer, envelope: { from: string; to: string[] }, date: Date) {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  return {
    from: plain(mail.from) || envelope.from,
    to: envelope.to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    date: date.toISOString(),
    attachments: mail.attachments.map((file, index) => ({
      filename: file.filename ?? `attachment-${index + 1}`,
      contentType: file.mimeType,
      content: typeof file.content === 'string' ? Buffer.from(file.content) : new Uint8Array(file.content),
    })),
  }
}

/** An SMTP server that stores mail instead of delivering it. Refuses addresses beginning `bounce@`. */
export function makeSmtpServer(mailbox: Mailbox): SMTPServer {
  const options: SMTPServerOptions = {
    banner,
    size: maxBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 500,
    onConnect(_session, done) {
      done(mailbox.smtpDown() ? refusal(421, 'Service not available, the inbox is switched off') : null)
    },
    onMailFrom(_address, _session, done) {
      done(mailbox.smtpDown() ? refusal(421, 'Service not available, the inbox is switched off') : null)
    },
    onRcptTo(address, _session, done) {
      done(address.address.toLowerCase().startsWith('bounce@') ? refusal(550, 'No such mailbox here') : null)
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => {
        if (!stream.sizeExceeded) parts.push(part)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552, 'The message is too large'))
        const { mailFrom, rcptTo } = session.envelope
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((recipient) => recipient.address) }
        readMail(Buffer.concat(parts), envelope, new Date())
          .then((message) => {
            mailbox.save(message)
            done()
          })
          .catch((error: unknown) => done(refusal(451, `The message could not be stored: ${String(error)}`)))
      })
    },
  }
  return new SMTPServer(options)
}
