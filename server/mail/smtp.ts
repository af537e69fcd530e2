import nodemailer from 'nodemailer'

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
  /** Stays the same however often one mail is sent, so that a mail server or reader can tell a repetition. */
  messageId?: string
  attachments?: Attachment[]
}

export interface Mailer {
  /** @throws when the mail server can't be reached or refuses */
  send(mail: OutgoingMail): Promise<void>
  /** Ends idle connections. */
  close(): void
}

/** @param options.requireTls refuses a server that does not offer STARTTLS */
export function smtpMailer(options: { url: string; from: string; requireTls: boolean }): Mailer {
  // Milliseconds: a server that hangs gives the job back before the queue takes it for lost.
  const timeoutMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transport = nodemailer.createTransport(
    { url: options.url, requireTLS: options.requireTls, ...timeoutMs },
    { from: options.from },
  )
  return {
    async send(mail) {
      if (mail.to === '') throw new Error('the site settings name no e-mail address of the school')
      // The address goes in as an object, so that nothing in it is read as a list or a header.
      await transport.sendMail({ ...mail, to: { name: '', address: mail.to } })
    },
    close: () => transport.close(),
  }
}
