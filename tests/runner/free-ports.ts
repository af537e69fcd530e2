import { createServer } from 'node:net'

/**
 * Ports for servers of tests, ten for each process number. They lie below those that the system gives to outgoing connections: between the
 * search and the start of a server such a connection could take its port.
 */
const first = 20_000
const blocks = 1200
const portsOfBlock = 10

let next = first + (process.pid % blocks) * portsOfBlock

/** Returns distinct ports of this machine that are free. No two calls of a process return the same one. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = next
    next = next + 1 < first + blocks * portsOfBlock ? next + 1 : first
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const bound = await new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    server.listen(port, '127.0.0.1')
  })
  if (bound) await new Promise((resolve) => server.close(resolve))
  return bound
}
