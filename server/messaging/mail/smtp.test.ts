import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from './smtp.ts'

/** Opens a mail server that notes who got a mail. */
async function openServer(options: SMTPServerOptions) {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    ...options,
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        received.push(session.envelope.rcptTo[0]?.address ?? '')
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** Returns what sends a mail to each address at once. */
function openMailer(url: string, connections: number) {
  const mailer = smtpMailer({ url, from: 'hello@karyashala.example', requireTls: false, connections })
  onTestFinished(() => mailer.close())
  return (addresses: string[]) =>
    Promise.all(addresses.map((to) => mailer.send({ to, subject: 'A mail', text: 'Hello', html: '<p>Hello</p>' })))
}

const refusal = (message: string) => Object.assign(new Error(message), { responseCode: 421 })
const students = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `student-${from + index}@example.com`)

test.each([1, 3])('opens no more than %i connections to a mail server', async (connections) => {
  let open = 0
  let refused = 0
  const server = await openServer({
    onConnect(_session, done) {
      open += 1
      if (open <= connections) return done()
      refused += 1
      done(refusal('Too many connections'))
    },
    // A server counts a connection for a moment after its end.
    onClose: () => void setTimeout(() => void (open -= 1), 300),
  })
  const addresses = students(10, 12)
  await openMailer(server.url, connections)(addresses)
  expect(server.received.toSorted()).toEqual(addresses)
  expect(refused).toBe(0)
})

test('no mail fails when the server ends every used connection', async () => {
  const used = new Set<string>()
  const server = await openServer({
    onMailFrom(_address, { id }, done) {
      if (used.has(id)) return done(refusal('One mail for each connection'))
      used.add(id)
      done()
    },
  })
  const send = openMailer(server.url, 20)
  // Five rounds, because among many mails a single one could get nothing but used connections.
  for (const round of [0, 1, 2, 3, 4]) await send(students(round * 30, 30))
  expect(server.received.toSorted()).toEqual(students(0, 150).toSorted())
})
