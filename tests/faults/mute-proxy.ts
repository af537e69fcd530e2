import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface MuteProxy {
  port: number
  /** Silences the current connections without closing them; new ones work. Returns their number. */
  mute(): number
}

/** Opens a proxy to a unix socket whose connections can go silent, as after a failover or behind a hung pooler. */
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
        // Reads and discards the data, so that senders are not blocked.
        client.resume()
        upstream.resume()
      }
      return pairs.size
    },
  }
}
