// Child process of a benchmark: a bare `node:http` server that answers with the bytes and headers that it gets over IPC.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RecordedAnswer } from './record-answer.ts'

let answer: { status: number; headers: Record<string, string>; body: Buffer } | undefined
const server = createServer((_request, response) => {
  response.writeHead(answer?.status ?? 500, answer?.headers ?? {})
  response.end(answer?.body)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.on('message', (message: 'cpu' | 'stop' | RecordedAnswer) => {
  if (message === 'cpu') process.send?.(process.cpuUsage())
  else if (message === 'stop') {
    server.closeAllConnections()
    server.close(() => process.disconnect())
  } else {
    answer = { ...message, body: Buffer.from(message.body, 'base64') }
    process.send?.('ready')
  }
})
