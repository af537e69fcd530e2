import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export interface MailSink {
  url: string
  close(): void
}

/** Starts an SMTP server that accepts every mail and forgets it. */
export async function sinkMail(): Promise<MailSink> {
  const server = createServer((socket) => {
    let inData = false
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('latin1').split('\r\n')) {
        if (inData && line === '.') {
          inData = false
          socket.write('250 ok\r\n')
        } else if (inData || line === '') continue
        else if (/^data$/i.test(line)) {
          inData = true
          socket.write('354 go on\r\n')
        } else socket.write(/^quit$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
