import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { openMailbox } from './open-mailbox.ts'
import { makeSmtpServer } from './receive-mail.ts'
import { mountPage } from './routes.ts'

export interface InboxOptions {
  /** 0 selects a free port. */
  smtpPort: number
  /** The HTTP port; 0 selects a free port. */
  port: number
  host?: string
  /** The folder of `inbox.sqlite`. */
  dataDir: string
}

function explain(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return error
  return new Error(`Port ${port} is in use; the inbox needs another one in INBOX_PORT`, { cause: error })
}

/** Starts the SMTP server and its page. @throws Error that names a port in use */
export async function startInbox(options: InboxOptions): Promise<{ smtpUrl: string; url: string; close(): Promise<void> }> {
  const host = options.host ?? '127.0.0.1'
  const mailbox = openMailbox(options.dataDir)
  const smtp = makeSmtpServer(mailbox)
  const app = fastify({ forceCloseConnections: true, bodyLimit: 16 * 1024 })
  mountPage(app, mailbox)
  const closeSmtp = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  let smtpPort: number
  try {
    smtpPort = await new Promise<number>((resolve, reject) => {
      smtp.once('error', reject)
      const server = smtp.listen(options.smtpPort, host, () => {
        smtp.off('error', reject)
        const address: AddressInfo | string | null = server.address()
        resolve(typeof address === 'object' && address ? address.port : options.smtpPort)
      })
    })
  } catch (error) {
    mailbox.close()
    throw explain(error, options.smtpPort)
  }
  // Without a listener, a connection reset by a client would end the process.
  smtp.on('error', () => undefined)
  let url: string
  try {
    url = await app.listen({ port: options.port, host })
  } catch (error) {
    await closeSmtp()
    mailbox.close()
    throw explain(error, options.port)
  }
  return {
    smtpUrl: `smtp://${host.includes(':') ? `[${host}]` : host}:${smtpPort}`,
    url,
    async close() {
      await Promise.all([closeSmtp(), app.close()])
      mailbox.close()
    },
  }
}
