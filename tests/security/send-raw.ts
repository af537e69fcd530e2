import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { TestApp } from '#tests/school/create-test-app.ts'

/** Valid first lines of a login request. */
export const requestHead = 'POST /api/auth/login/ HTTP/1.1\r\nHost: school.example\r\nContent-Type: application/json\r\n'

/** Sends text unchanged over a socket. Returns the whole response once the server closes the connection. */
export async function sendRaw(shop: TestApp, text: string): Promise<{ status: number; raw: string; body: unknown }> {
  if (!shop.app.server.listening) await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const raw = await new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => (received += data.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
  })
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(raw) ?? []
  const payload = raw.slice(raw.indexOf('\r\n\r\n') + 4)
  return { status: Number(status), raw, body: payload.startsWith('{') ? JSON.parse(payload) : undefined }
}
