import { connect, type Socket } from 'node:net'

/** Enough to keep the server busy: an idle one wakes up for each request, which costs more than the response. */
const connections = 32

/**
 * Sends the same GET `count` times over a few kept-alive connections, each with one request under way. Parses only the length of
 * the first response, because the others are equal, so that the load costs little beside the server.
 */
export async function sendLoad(url: string, headers: Record<string, string>, count: number): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url)
  const head = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${head.join('')}\r\n`
  let left = count
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      const receive = openReceiver(socket)
      while (left > 0) {
        left -= 1
        socket.write(request)
        await receive()
      }
      socket.destroy()
    }),
  )
}

/** Returns a function that resolves after one whole response. */
function openReceiver(socket: Socket): () => Promise<void> {
  let received = 0
  let length: number | undefined
  let first = Buffer.alloc(0)
  let waiting = expectResponse()
  socket.on('data', (chunk) => {
    received += chunk.length
    if (length === undefined) {
      first = Buffer.concat([first, chunk])
      const end = first.indexOf('\r\n\r\n')
      if (end < 0) return
      const body = /\r\ncontent-length: (\d+)/i.exec(first.subarray(0, end).toString('latin1'))?.[1]
      length = end + 4 + Number(body ?? 0)
    }
    if (received < length) return
    received -= length
    waiting.resolve()
  })
  socket.on('error', (error) => waiting.reject(error))
  socket.on('close', () => waiting.reject(new Error('the server closed a connection of the benchmark')))
  return async () => {
    await waiting.promise
    waiting = expectResponse()
  }
}

function expectResponse(): PromiseWithResolvers<void> {
  const expected = Promise.withResolvers<void>()
  // The close of a socket after the last response is awaited by nobody.
  expected.promise.catch(() => undefined)
  return expected
}
