import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Connections that wait to be accepted, for each listener; the system may allow fewer. A visitor whose connection finds no place
 * tries again after 1, 3, 7 and 15 seconds, and no answer tells them to wait.
 */
const backlog = 4096

/**
 * Listeners of the port. libuv (1.51, `uv__server_io`) accepts one connection for each listener and turn of the event loop. A turn
 * takes 50 ms under load, so that a single listener accepts 20 connections a second, and the others wait where no call can be
 * refused in time.
 */
const listeners = 32

/** Milliseconds between two looks, while the application closes, for connections whose answer is sent. */
const idleEvery = 50

/**
 * Listens on the port with several listeners, whose connections are all the application's. Where the system can't share a port,
 * one listens.
 * @throws Error with the code EADDRINUSE when another program listens there
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  if (process.platform !== 'linux') {
    await app.listen({ host, port, backlog })
    return
  }
  // A second server of the same account would share the port without an error.
  const probe = await open(createServer(), { host, port, exclusive: true })
  const others: Server[] = []
  let closed: Promise<unknown> = Promise.resolve()
  // A connection whose answer is sent would stay open until its keep-alive timeout, and the application with it.
  app.addHook('preClose', async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), idleEvery)
    closed = Promise.all(others.map(close))
    void Promise.allSettled([closed, once(app.server, 'close')]).then(() => clearInterval(idle))
  })
  // `app.server` counts the connections of its own listener alone, and a process that stops would cut the answers of the others.
  app.addHook('onClose', async () => void (await closed))
  await close(probe)
  const shared = { host, backlog, reusePort: true }
  await app.listen({ ...shared, port })
  const address = app.server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  for (let count = 1; count < listeners; count += 1) {
    // As `node:http` opens its own.
    const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket))
    others.push(await open(other, { ...shared, port: taken }))
  }
}

async function open(server: Server, options: ListenOptions): Promise<Server> {
  server.listen(options)
  await once(server, 'listening')
  return server
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
