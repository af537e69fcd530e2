import { connect } from 'node:net'

/** Milliseconds to wait for the first line. */
const timeoutMs = 3000

/** Returns the first line of a mail server, or undefined after the timeout, because the server may be down. */
export async function readSmtpGreeting(smtpUrl: string): Promise<string | undefined> {
  const { hostname, port, protocol } = new URL(smtpUrl)
  // The demo inbox never uses implicit TLS.
  if (protocol === 'smtps:') return undefined
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 25), timeout: timeoutMs })
    const finish = (line?: string) => {
      socket.destroy()
      resolve(line)
    }
    socket.once('data', (data) => finish(data.toString('latin1').split('\r\n')[0]))
    socket.once('error', () => finish())
    socket.once('timeout', () => finish())
  })
}
