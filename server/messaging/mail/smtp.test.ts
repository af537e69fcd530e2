import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMailer } from './smtp.ts'

/** A mail server that refuses a connection while another one is open, which it still is for a moment after its end. */
async function openServer(most: number) {
  const received: string[] = []
  let open = 0
  let refused = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect(_session, done) {
      open += 1
      if (open <= most) return done()
      refused += 1
      done(Object.assign(new Error('Too many connections'), { responseCode: 421 }))
    },
    onClose: () => void setTimeout(() => void (open -= 1), 300),
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
  return { url: `smtp://127.0.0.1:${port}`, received, refused: () => refused }
}

test.each([1, 3])('opens no more than %i connections to a mail server', async (connections) => {
  const server = await openServer(connections)
  const mailer = smtpMailer({ url: server.url, from: 'hello@karyashala.example', requireTls: false, connections })
  onTestFinished(() => mailer.close())
  const addresses = Array.from({ length: 12 }, (_, index) => `student-${index}@example.com`)
  await Promise.all(addresses.map((to) => mailer.send({ to, subject: 'A mail', text: 'Hello', html: '<p>Hello</p>' })))
  expect(server.received.toSorted()).toEqual(addresses.toSorted())
  expect(server.refused()).toBe(0)
})

/** A mail server that takes one mail over a connection and ends it at the second, as some end those that were idle. */
async function openForgetfulServer() {
  const received: string[] = []
  const takenOver = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom(_address, session, done) {
      const taken = takenOver.get(session.id) ?? 0
      takenOver.set(session.id, taken + 1)
      if (taken === 0) return done()
      done(Object.assign(new Error('Idle for too long'), { responseCode: 421 }))
    },
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

test('sends over another connection when used ones are refused', async () => {
  const server = await openForgetfulServer()
  const mailer = smtpMailer({ url: server.url, from: 'hello@karyashala.example', requireTls: false, connections: 3 })
  onTestFinished(() => mailer.close())
  const sendAll = (addresses: string[]) =>
    Promise.all(addresses.map((to) => mailer.send({ to, subject: 'A mail', text: 'Hello', html: '<p>Hello</p>' })))
  const first = ['a@example.com', 'b@example.com', 'c@example.com']
  await sendAll(first)
  const second = ['d@example.com', 'e@example.com', 'f@example.com', 'g@example.com', 'h@example.com', 'i@example.com']
  await sendAll(second)
  expect(server.received.toSorted()).toEqual([...first, ...second])
})
