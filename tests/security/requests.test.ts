import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { buildApp } from '#server/app.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { requestHead, sendRaw } from './send-raw.ts'

test('slow headers and slow bodies end with 408 after their timeout [SEC-051 DEP-09]', async () => {
  const shop = await createTestApp()
  const { server } = shop.app
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000])
  Object.assign(server, { headersTimeout: 50, requestTimeout: 50 })
  // The test waits until the server closes the connection.
  expect((await sendRaw(shop, 'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nX-Slow: ')).status).toBe(408)
  const body = await sendRaw(shop, `${requestHead}Content-Length: 500\r\n\r\n{"email":`)
  expect(body.status).toBe(408)
  expect(errorBody.parse(body.body).code).toBe('timeout')
  const { rows } = await shop.db.query('select 1 from code_sends')
  expect(rows).toEqual([])
})

test('rejects large bodies with or without a declared length [SEC-051]', async () => {
  const shop = await createTestApp()
  const mebibyte = JSON.stringify({ email: 'x'.repeat(1024 * 1024) })
  const declared = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login/',
    headers: { 'content-type': 'application/json' },
    payload: mebibyte,
  })
  expect([declared.statusCode, declared.json<{ code: string }>().code]).toEqual([413, 'too_large'])
  const chunk = `${(40_000).toString(16)}\r\n${'x'.repeat(40_000)}\r\n`
  const chunked = await sendRaw(shop, `${requestHead}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`)
  expect(chunked.status).toBe(413)
})

test('every response has the security headers, including errors and 304s [SEC-046]', async () => {
  const shop = await createTestApp()
  await shop.db.query(
    `insert into projects (title, image, content, category) values ('A booking site', 'media/art/project/1.svg', 'Built in pairs.', 'Web')`,
  )
  const app = await buildApp({ ...shop.deps, config: { ...shop.deps.config, publicUrl: 'https://school.example' } })
  const art = await app.inject('/media/art/project/1.svg')
  const answers = [
    await app.inject('/api/courses/'),
    await app.inject('/api/courses/999/'),
    await app.inject('/api/courses/%zz/'),
    await app.inject('/api/nothing/'),
    await app.inject('/api/auth/profile/'),
    await app.inject({ method: 'POST', url: '/api/auth/login/', headers: { 'content-type': 'text/plain' }, payload: 'x' }),
    await app.inject({ method: 'DELETE', url: '/home' }),
    await app.inject('/sitemap.xml'),
    await app.inject('/health'),
    art,
    await app.inject({ url: '/media/art/project/1.svg', headers: { 'if-none-match': String(art.headers['etag']) } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 400, 404, 401, 415, 404, 200, 200, 200, 304])
  for (const { headers, statusCode } of answers) {
    expect(headers, String(statusCode)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  }
  await app.close()
})

test('links use PUBLIC_URL and ignore host headers [SEC-053]', async () => {
  const shop = await createTestApp()
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  }
  const sitemap = await shop.app.inject({ url: '/sitemap.xml', headers })
  const robots = await shop.app.inject({ url: '/robots.txt', headers })
  const feed = await shop.app.inject({ url: '/blogs.atom', headers })
  const document = await shop.app.inject({ url: '/api/openapi.json', headers })
  const email = 'nobody@example.com'
  await shop.app.inject({ method: 'POST', url: '/api/auth/login/', headers, payload: { email } })
  const [mail] = await shop.mails(email)
  for (const text of [sitemap.body, robots.body, feed.body, document.body, JSON.stringify(mail)]) {
    expect(text).toContain(shop.deps.config.publicUrl)
    expect(text).not.toContain('evil')
  }
})

test('logs an error once, with the request id of the response [SEC-067]', async () => {
  const shop = await createTestApp()
  shop.deps.db = Object.assign(Object.create(shop.db) as typeof shop.db, {
    query: () => Promise.reject(new Error('relation "users" does not exist: select secret from users')),
  })
  const answer = await shop.post('/auth/login/', { email: 'asha@example.com' })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toMatch(/relation|select|users/)
  const id = String(answer.headers['x-request-id'])
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(shop.logged.filter((line) => line.includes(id))).toHaveLength(1)
  expect(shop.logged).toHaveLength(1)
})

test('routes an absolute request URL by its path only', async () => {
  const shop = await createTestApp()
  for (const origin of ['http://evil.example', 'https://school.example:8443', 'HTTP://x']) {
    const { status, raw } = await sendRaw(shop, `GET ${origin}/api/courses/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(status, raw).toBe(200)
  }
  const missing = await sendRaw(shop, 'GET http://evil.example/home HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(missing.status).toBe(404)
})

test('logs nothing when a client disconnects while sending', async () => {
  const shop = await createTestApp()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const ended = new Promise<void>((resolve) => {
    shop.app.server.once('connection', (socket) => socket.once('close', () => setImmediate(resolve)))
  })
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`${requestHead}Content-Length: 100\r\n\r\n{"email":`, () => socket.resetAndDestroy())
  })
  socket.on('error', () => {})
  await ended
  expect(shop.logged.filter((line) => !line.includes('Server listening'))).toEqual([])
})

test('forbids framing of the API documentation', async () => {
  const shop = await createTestApp()
  const { headers } = await shop.app.inject({ url: '/api/docs/' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
})
