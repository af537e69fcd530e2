import { openOnce } from '#server/platform/process/open-once.ts'
import { Admission } from '#server/platform/process/admission.ts'
import { RecipientRefused, refusesRecipient } from './recipient-refused.ts'

export interface Attachment {
  filename: string
  contentType: string
  content: Buffer
}

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** Equal for every attempt to send one mail, so that mail servers and readers recognise duplicates. */
  messageId?: string
  /** Message ids of earlier mails of the conversation, the oldest first. */
  references?: string[]
  /** Address for answers, when it is not the sender's. */
  replyTo?: string | undefined
  /** A POST to this address switches the kind of mail off (RFC 8058). */
  unsubscribe?: string | undefined
  attachments?: Attachment[]
  /** A person waits for it with a form open, so it goes before others. */
  isUrgent?: boolean
}

export interface Mailer {
  /** @throws RecipientRefused; Error when the mail server is unreachable or rejects the mail */
  send(mail: OutgoingMail): Promise<void>
  /** Ends idle connections. */
  close(): void
}

/** @param options.requireTls rejects a server without STARTTLS; `connections` are those that the server takes at once */
export function smtpMailer(options: { url: string; from: string; requireTls: boolean; connections: number }): Mailer {
  // Milliseconds, shorter than the queue's timeout of a job.
  const timeoutMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transports = openOnce(async () => {
    const { createTransport } = await import('nodemailer')
    const common = { url: options.url, requireTLS: options.requireTls, ...timeoutMs }
    const from = { from: options.from }
    return {
      // A server counts a connection until it is closed, which is later than the answer to its mail. So the next mail takes the same one.
      pooled: createTransport(
        {
          ...common,
          pool: true,
          maxConnections: options.connections,
          maxMessages: Infinity,
          // A server may end every used connection. Among many mails one could get nothing but used ones, however often it is tried.
          maxRequeues: 0,
          // Milliseconds. A mail over a connection that a firewall forgot waits for the whole timeout of the socket.
          idleTimeout: 15_000,
        },
        from,
      ),
      /** Opens a connection for each mail. */
      single: createTransport(common, from),
    }
  })
  const places = new Admission({ atOnce: options.connections })
  return {
    async send({ replyTo, unsubscribe, references = [], isUrgent = false, ...mail }) {
      if (mail.to === '') throw new Error('the site settings name no e-mail address of the school')
      const last = references.at(-1)
      const { pooled, single } = await transports.use()
      const leave = await places.enter(isUrgent)
      const message = {
        ...mail,
        // Mail programs decode such words, so the subject would not be the one that was written.
        subject: mail.subject.replaceAll('=?', '= ?'),
        // Objects, so that an address is not parsed as a list or a header.
        to: { name: '', address: mail.to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(last ? { references, inReplyTo: last } : {}),
        ...(unsubscribe
          ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
          : {}),
      }
      await pooled
        .sendMail(message)
        // The ended connection is counted no more, so this one takes its place.
        .catch((error: unknown) => {
          if (wasConnectionEnded(error)) return single.sendMail(message)
          throw error
        })
        .catch((error: unknown) => {
          throw refusesRecipient(error) ? new RecipientRefused(String((error as Error).message), { cause: error }) : error
        })
        .finally(leave)
    },
    close: () =>
      void transports
        .opened()
        ?.then(({ pooled }) => pooled.close())
        .catch(() => undefined),
  }
}

/** Says whether a mail got a connection that the server had ended, so that not a byte of it was sent. Only the pool's text says so. */
function wasConnectionEnded(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Reached maximum number of retries')
}
