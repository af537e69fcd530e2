import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#tests/faults/spawn-server.ts'
import { host, startCaddy, startNginx } from './proxies.ts'

interface Seen {
  headers: IncomingMessage['headers']
  /** Bytes of the body that have come. */
  bytes: number
}

/** Stands for the product: it says what has come, answers in two parts, and takes an upgrade. */
async function startUpstream() {
  const seen: Seen[] = []
  const second = Promise.withResolvers<void>()
  const server = createServer((incoming, response) => {
    const one: Seen = { headers: incoming.headers, bytes: 0 }
    if (incoming.url !== '/ready') seen.push(one)
    incoming.on('data', (part: Buffer) => (one.bytes += part.length))
    if (incoming.url === '/parts') {
      response.write('first ')
      void second.promise.then(() => response.end('second'))
      return
    }
    incoming.on('end', () => response.end(String(one.bytes)))
  })
  server.on('upgrade', (incoming, socket) => {
    const accept = createHash('sha1')
      .update(`${incoming.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.on('data', (part: Buffer) => socket.write(part))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen, sendSecond: second.resolve }
}

const bodyOf = async (answer: IncomingMessage) => Buffer.concat(await answer.toArray()).toString()

for (const [name, start] of Object.entries({ nginx: startNginx, Caddy: startCaddy })) {
  test(`${name} passes addresses, uploads, parts and sockets on`, { timeout: 240_000 }, async () => {
    const { address, seen, sendSecond } = await startUpstream()
    const { open } = await start([address])

    // The address of the visitor, not the one that he names.
    const asked = open('/courses', { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'ftp' } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    await bodyOf(answer)
    expect(seen.at(-1)?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': name === 'nginx' ? 'https' : 'http',
      host: expect.stringContaining(host),
    })

    // The first bytes of an upload are there before the last were sent, and 40 MB are not refused.
    const upload = open('/upload', { method: 'POST', headers: { 'content-length': String(40 * 1024 ** 2) } })
    upload.write(Buffer.alloc(1024 ** 2))
    await until('the first part has come', async () => (seen.at(-1)?.bytes ?? 0) >= 1024 ** 2)
    upload.end(Buffer.alloc(39 * 1024 ** 2))
    const [stored] = (await once(upload, 'response')) as [IncomingMessage]
    expect(await bodyOf(stored)).toBe(String(40 * 1024 ** 2))

    // The first part of an answer is there before the second was written.
    const [parts] = (await once(open('/parts').end(), 'response')) as [IncomingMessage]
    const [first] = (await once(parts, 'data')) as [Buffer]
    expect(first.toString()).toBe('first ')
    sendSecond()
    expect(await bodyOf(parts)).toBe('second')

    const key = randomBytes(16).toString('base64')
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': key, 'sec-websocket-version': '13' }
    const [upgraded, socket] = (await once(open('/live', { headers }).end(), 'upgrade')) as [IncomingMessage, NodeJS.Socket]
    expect(upgraded.statusCode).toBe(101)
    ;(socket as NodeJS.WritableStream).write('hello')
    const [echoed] = (await once(socket, 'data')) as [Buffer]
    expect(echoed.toString()).toBe('hello')
    ;(socket as unknown as { destroy(): void }).destroy()
  })
}

/** A process that closes connections on which somebody writes, and has one file. */
async function startProcess(file: string) {
  const written: string[] = []
  const server = createServer((incoming, response) => {
    if (incoming.method === 'POST') {
      written.push(incoming.url ?? '')
      return void incoming.socket.destroy()
    }
    response.writeHead(incoming.url === file ? 200 : 404).end(file)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, written }
}

test('nginx asks both for a file, and one for a write', async () => {
  // As while two versions run, each of which knows its own files alone.
  const [old, next] = [await startProcess('/assets/old-1.js'), await startProcess('/console/assets/next-2.js')]
  const { open } = await startNginx([old.address, next.address])
  const statusOf = async (path: string, method = 'GET') => {
    const [answer] = (await once(open(path, { method }).end(), 'response')) as [IncomingMessage]
    await bodyOf(answer)
    return answer.statusCode
  }
  for (let more = 0; more < 4; more++) {
    expect(await statusOf('/assets/old-1.js')).toBe(200)
    expect(await statusOf('/console/assets/next-2.js')).toBe(200)
  }
  expect(await statusOf('/assets/none.js')).toBe(404)
  expect(await statusOf('/api/payment/start-payment/1/', 'POST')).toBe(502)
  expect([...old.written, ...next.written]).toEqual(['/api/payment/start-payment/1/'])
})
