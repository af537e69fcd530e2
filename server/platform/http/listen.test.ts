import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

async function openServer() {
  const app = Fastify({ forceCloseConnections: true })
  app.get('/', () => 'hello')
  await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { app, port: (app.server.address() as AddressInfo).port }
}

test('many connections of one moment are accepted in few turns', async () => {
  const { app, port } = await openServer()
  const { promise: accepted, resolve } = Promise.withResolvers<undefined>()
  let connections = 0
  let turns = 0
  app.server.on('connection', () => {
    connections += 1
    if (connections === 200) resolve(undefined)
  })
  const turn = () => {
    turns += 1
    if (connections < 200) setImmediate(turn)
  }
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  turn()
  await accepted
  expect(turns).toBeLessThan(100)
})

test('a closed server has no listener left', async () => {
  const { app, port } = await openServer()
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  await app.close()
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const [error] = await once(connect(port, '127.0.0.1'), 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  }
})

/** Opens connections until one comes through the listener of `app.server`, which counts its own, or through another one. */
async function connectThrough(app: FastifyInstance, port: number, { own }: { own: boolean }): Promise<Socket> {
  const countOwn = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  for (;;) {
    const before = await countOwn()
    const accepted = once(app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    await accepted
    if ((await countOwn()) > before === own) return socket
    socket.destroy()
  }
}

test.each([true, false])('a closing server waits for its answers, own listener: %s', async (own) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const { promise: asked, resolve: begin } = Promise.withResolvers<undefined>()
  const { promise: held, resolve: release } = Promise.withResolvers<string>()
  app.get('/', () => {
    begin(undefined)
    return held
  })
  await listen(app, { host: '127.0.0.1', port: 0 })
  const socket = await connectThrough(app, (app.server.address() as AddressInfo).port, { own })
  socket.write('GET / HTTP/1.1\r\nhost: school.example\r\n\r\n')
  await asked
  let isClosed = false
  const closed = app.close().then(() => {
    isClosed = true
  })
  // Longer than two looks for idle connections.
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(isClosed).toBe(false)
  release('hello')
  // The connection is kept alive by its sender. It ends long before its timeout.
  expect(await text(socket)).toContain('hello')
  await closed
})

test('a port that is in use is refused', async () => {
  const { port } = await openServer()
  const second = Fastify()
  onTestFinished(() => second.close())
  await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
