import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface MuteProxy {
  port: number
  /** Connections of now stay open and carry nothing any more, in either direction; new ones work. */
  mute(): number
}

/** A way to a unix socket whose connections can go silent without ending, as after a failover or behind a hung pooler. */
export async function openMuteProxy(socketPath: string): Promise<MuteProxy> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((client) => {
    const upstream = connect(socketPath)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.pipe(upstream)
    upstream.pipe(client)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    mute() {
      for (const [client, upstream] of pairs) {
        client.unpipe()
        upstream.unpipe()
        // Read and thrown away: what is sent is taken, and nobody answers.
        client.resume()
        upstream.resume()
      }
      return pairs.size
    },
  }
}
