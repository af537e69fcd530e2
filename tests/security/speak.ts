import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { TestApp } from '../create-test-app.ts'

/** The beginning of a request that would be fine. */
export const head = 'POST /api/auth/login/ HTTP/1.1\r\nHost: school.example\r\nContent-Type: application/json\r\n'

/** Sends bytes as they are and answers everything that came back until the other side closed the connection. */
export async function speak(shop: TestApp, text: string): Promise<{ status: number; said: string; body: unknown }> {
  if (!shop.app.server.listening) await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const said = await new Promise<string>((resolve) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => (got += data.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(got))
  })
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(said) ?? []
  const payload = said.slice(said.indexOf('\r\n\r\n') + 4)
  return { status: Number(status), said, body: payload.startsWith('{') ? JSON.parse(payload) : undefined }
}
