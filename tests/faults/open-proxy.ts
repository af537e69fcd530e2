import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a connection through it meets: an end, no answer and no end, or the database. */
export type Passage = 'refused' | 'silent' | 'open'

/** Stands between a server and its database, and lets nothing through when told so. */
export async function openProxy(databaseUrl: string): Promise<{ url: string; turn(passage: Passage): void }> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = target.searchParams.get('port') ?? (target.port || '5432')
  let passage: Passage = 'open'
  const pairs = new Set<[Socket, Socket]>()
  const proxy = createServer((client) => {
    if (passage === 'refused') return void client.destroy()
    const server = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), target.hostname)
    const pair: [Socket, Socket] = [client, server]
    pairs.add(pair)
    for (const [from, to] of [pair, [server, client] as const]) {
      from.on('data', (bytes) => passage !== 'silent' && to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    proxy.close()
  })
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: url.toString(),
    turn(next) {
      // What was swallowed while it was silent would be missing from the middle of a conversation.
      if (next === 'refused' || passage === 'silent') cut()
      passage = next
    },
  }
}
