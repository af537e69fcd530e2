import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The state of the proxy: connections are closed, silent, or reach the database. */
export type ProxyState = 'refused' | 'silent' | 'open'

/** Opens a proxy between a server and its database that can refuse or silence connections. */
export async function openProxy(databaseUrl: string): Promise<{ url: string; setState(state: ProxyState): void }> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = target.searchParams.get('port') ?? (target.port || '5432')
  let state: ProxyState = 'open'
  const pairs = new Set<[Socket, Socket]>()
  const proxy = createServer((client) => {
    if (state === 'refused') return void client.destroy()
    const server = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), target.hostname)
    const pair: [Socket, Socket] = [client, server]
    pairs.add(pair)
    for (const [from, to] of [pair, [server, client] as const]) {
      from.on('data', (bytes) => state !== 'silent' && to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const closeConnections = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  onTestFinished(() => {
    closeConnections()
    proxy.close()
  })
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: url.toString(),
    setState(next) {
      // Data discarded while silent is missing from the protocol stream, so such a connection can't go on.
      if (next === 'refused' || state === 'silent') closeConnections()
      state = next
    },
  }
}
