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

test('a port that is in use is refused', async () => {
  const { port } = await openServer()
  const second = Fastify()
  onTestFinished(() => second.close())
  await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
