import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
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

/** Resolves when all listeners are gone. One that is just closing may still accept, and tells nobody afterwards. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const refused = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false))
      socket.once('error', () => resolve(true))
    })
    socket.destroy()
    if (refused) return
  }
}

test('a server that closes waits for its answers', async () => {
  // One connection of 32 comes through the first listener, which was waited for already.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const app = Fastify()
    const { promise: asked, resolve: begin } = Promise.withResolvers<undefined>()
    const { promise: held, resolve: release } = Promise.withResolvers<string>()
    app.get('/', () => {
      begin(undefined)
      return held
    })
    await listen(app, { host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const answer = fetch(`http://127.0.0.1:${port}/`)
    await asked
    let isClosed = false
    const closed = app.close().then(() => {
      isClosed = true
    })
    await untilRefused(port)
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    release('hello')
    expect(await (await answer).text()).toBe('hello')
    await closed
  }
})

test('a port that is in use is refused', async () => {
  const { port } = await openServer()
  const second = Fastify()
  onTestFinished(() => second.close())
  await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
