import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { requestHead, sendRaw } from './send-raw.ts'

const unreadable: [name: string, text: string, status: number][] = [
  ['a length and chunks', `${requestHead}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['two lengths', `${requestHead}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['the same length twice', `${requestHead}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['a negative length', `${requestHead}Content-Length: -1\r\n\r\n`, 400],
  ['an unknown coding', `${requestHead}Transfer-Encoding: gzip, identity\r\n\r\n`, 400],
  ['a misspelt chunked coding', `${requestHead}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
  [
    'a chunk with an invalid size',
    `${requestHead}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    400,
  ],
  ['a folded header', `${requestHead}X-Long: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`, 400],
  ['a header without a colon', `${requestHead}Nonsense\r\n\r\n`, 400],
  ['a space before the colon', `${requestHead}Content-Length : 2\r\n\r\n{}`, 400],
  ['a NUL in a header', `${requestHead}X-Nul: a\0b\r\n\r\n`, 400],
  ['no host', 'GET /api/courses/ HTTP/1.1\r\n\r\n', 400],
  ['two hosts', 'GET /api/courses/ HTTP/1.1\r\nHost: school.example\r\nhost: evil.example\r\n\r\n', 400],
  ['the same host twice', 'GET /api/courses/ HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
  ['two hosts for a cached answer', 'GET /sitemap.xml HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
  ['two hosts in HTTP/1.0', 'GET /api/courses/ HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400],
  ['a host with a space', 'GET /api/courses/ HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a host with a user', 'GET /api/courses/ HTTP/1.1\r\nHost: school.example@evil.example\r\n\r\n', 400],
  ['a host with a path', 'GET /api/courses/ HTTP/1.1\r\nHost: school.example/x\r\n\r\n', 400],
  ['an unknown expectation', `${requestHead}Expect: something\r\nContent-Length: 2\r\n\r\n{}`, 417],
  ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
  ['headers of 20 KB', `${requestHead}X-Large: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['a thousand small headers', `${requestHead}${'X-Many: 0123456789\r\n'.repeat(1000)}\r\n`, 431],
]

test('rejects ambiguous and oversized requests and closes the connection [SEC-047 DEP-09]', async () => {
  const shop = await createTestApp()
  for (const [name, text, status] of unreadable) {
    const answer = await sendRaw(shop, text)
    expect(answer.status, `${name}: ${answer.raw}`).toBe(status)
    expect(answer.raw, name).not.toMatch(/node_modules|at \w+ \(/)
    expect(errorBody.parse(answer.body).code, name).toBe(codes[status])
    expect(answer.raw, name).toMatch(/^x-content-type-options: nosniff\r$/m)
    expect(answer.raw, name).toMatch(/^content-security-policy: default-src 'none'/m)
    expect(answer.raw, name).toMatch(/^cache-control: no-store\r$/m)
  }
  expect((await shop.db.query('select 1 from code_sends')).rows).toEqual([])
})

const codes: Record<number, string> = { 400: 'invalid', 417: 'expectation_failed', 431: 'headers_too_large' }

test('accepts one host in any valid form and answers 100-continue [SEC-049]', async () => {
  const shop = await createTestApp()
  for (const host of ['school.example', 'school.example:8443', '[::1]:3000', '127.0.0.1', 'x_y.example', '']) {
    const { status } = await sendRaw(shop, `GET /api/courses/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(status, host).toBe(200)
  }
  // HTTP/1.0 requires no host.
  expect((await sendRaw(shop, 'GET /api/courses/ HTTP/1.0\r\n\r\n')).status).toBe(200)
  const email = '{"email":"asha@example.com"}'
  const { raw } = await sendRaw(
    shop,
    `${requestHead}Connection: close\r\nExpect: 100-continue\r\nContent-Length: ${email.length}\r\n\r\n${email}`,
  )
  expect(raw).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
})

test('a refused client that keeps its side open is cut off', async () => {
  const shop = await createTestApp()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const [[server], client] = await Promise.all([
    once(shop.app.server, 'connection') as Promise<[Socket]>,
    Promise.resolve(connect({ port, host: '127.0.0.1', allowHalfOpen: true })),
  ])
  onTestFinished(() => void client.destroy())
  client.on('error', () => undefined)
  const closed = once(server, 'close')
  client.write(`${requestHead}Nonsense\r\n\r\n`)
  client.resume()
  await once(client, 'end')
  await closed
})
