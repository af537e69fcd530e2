import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { endpoints } from '#tests/security/endpoints.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { listenForMetrics } from '#server/platform/http/plugins/metrics.ts'

// Calls of staff have tests of their own: some of these bodies are good ones there.
const withBody = endpoints.filter((endpoint) => endpoint.body && typeof endpoint.access === 'string')
const url = (endpoint: Endpoint) =>
  `/api${endpoint.path.replace(/:\w+/g, '1')}${endpoint.query ? '?email=asha%40example.com' : ''}`
const example = (endpoint: Endpoint) => endpoint.example.body as Record<string, unknown>

/** Counts the rows of every table that a call could write to. */
async function rowsOf(shop: TestApp): Promise<string> {
  const { rows } = await shop.db.query<{ counts: string }>(
    `select json_build_array((select count(*) from users), (select count(*) from sessions where revoked_at is null),
       (select count(*) from codes), (select count(*) from code_guesses), (select count(*) from enquiries),
       (select count(*) from mail_outbox), (select count(*) from payment_orders), (select count(*) from buyers), (select count(*) from payments))::text as counts`,
  )
  return rows[0]?.counts ?? ''
}

test('mounts and documents every endpoint of the contract', async () => {
  const shop = await createTestApp()
  const answer = await shop.get('/openapi.json')
  const document = answer.json<{
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  }>()
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const calls = [...endpoints.map((endpoint) => endpoint.name), 'receiveWebhook', 'receiveCallback', 'receiveUnsubscribe']
  expect(operations.map((operation) => operation.operationId).toSorted()).toEqual(calls.toSorted())
  for (const operation of operations) {
    // The provider's calls have its own schemas.
    if (operation.operationId.startsWith('receive')) continue
    expect(Object.keys(operation.responses), operation.operationId).toEqual(expect.arrayContaining(['400', '429', '500']))
    for (const [status, response] of Object.entries(operation.responses)) {
      const { content } = response as { content?: Record<string, { example?: unknown }> }
      expect(Object.values(content ?? {})[0]?.example, `${operation.operationId} ${status}`).toBeDefined()
    }
  }
  expect((await shop.app.inject('/api/docs/')).statusCode).toBe(200)
})

test('documents 413 and 415 only for writes', async () => {
  const shop = await createTestApp()
  const { paths } = (await shop.get('/openapi.json')).json<{
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
  }>()
  const reads = Object.values(paths).flatMap((path) => (path['get'] ? [path['get']] : []))
  expect(reads.length).toBeGreaterThan(20)
  for (const { operationId, responses } of reads) {
    expect(
      Object.keys(responses).filter((status) => status === '413' || status === '415'),
      operationId,
    ).toEqual([])
  }
})

test('the examples of the contract match its schemas', () => {
  for (const endpoint of endpoints) {
    // An example can't contain a file.
    if (endpoint.body && !endpoint.bodyType)
      expect(endpoint.body.safeParse(endpoint.example.body).error, endpoint.name).toBeUndefined()
    const [first] = Object.values(endpoint.answers)
    expect(first?.safeParse(endpoint.example.answer).error, endpoint.name).toBeUndefined()
    for (const [status, other] of Object.entries(endpoint.example.others ?? {})) {
      expect(endpoint.answers[Number(status)]?.safeParse(other).error, `${endpoint.name} ${status}`).toBeUndefined()
    }
  }
})

test.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s rejects bad bodies with 4xx and changes nothing [SEC-033]',
  async (_name, endpoint) => {
    const shop = await createTestApp()
    const { access } = await signIn(shop)
    const before = await rowsOf(shop)
    const good = example(endpoint)
    const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`
    const bodies = [
      {},
      [],
      null,
      'text',
      7,
      { ...good, role: 'admin' },
      { ...good, verified: true },
      { ...good, price: 1 },
      ...Object.keys(good).flatMap((field) =>
        [null, 7, {}, [], true, '', 'a\u0000b', '\ud800', 'x'.repeat(20_000), { $ne: '' }]
          // True is right for a field that is true or false.
          .filter((value) => value !== true || typeof good[field] !== 'boolean')
          .map((value) => ({ ...good, [field]: value })),
      ),
    ].map((body) => JSON.stringify(body))
    const texts = [...bodies, '{', '{"a":', nested, `{"__proto__":{"admin":true}}`, `{"constructor":{"prototype":{}}}`, '\u0000']
    for (const payload of texts) {
      const answer = await shop.app.inject({
        method: endpoint.method,
        url: url(endpoint),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
        payload,
      })
      expect(answer.statusCode, `${endpoint.name} ${payload.slice(0, 80)}`).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode, `${endpoint.name} ${payload.slice(0, 80)} ${answer.body}`).toBeLessThan(500)
      const error = errorBody.parse(answer.json())
      expect(error.detail).toBe(error.message)
      expect(answer.body).not.toMatch(/select |insert |node_modules|at \w+ \(/i)
    }
    expect(await rowsOf(shop)).toBe(before)
  },
)

test('answers wrong types, sizes and methods with different statuses', async () => {
  const shop = await createTestApp()
  const send = (headers: Record<string, string>, payload: string) =>
    shop.app.inject({ method: 'POST', url: '/api/auth/login/', headers, payload })
  expect((await send({ 'content-type': 'text/plain' }, 'email=a')).statusCode).toBe(415)
  expect((await send({ 'content-type': 'application/x-www-form-urlencoded' }, 'email=a')).statusCode).toBe(415)
  expect((await send({ 'content-type': 'application/json' }, JSON.stringify({ email: 'x'.repeat(40_000) }))).statusCode).toBe(413)
  expect((await shop.get('/nothing-here/')).json()).toMatchObject({ code: 'not_found', message: 'Not found.' })
  expect((await shop.app.inject({ method: 'DELETE', url: '/api/courses/' })).statusCode).toBe(404)
  const foreign = await shop.app.inject({ method: 'PUT', url: '/home' })
  expect([foreign.statusCode, foreign.json<{ detail: string }>().detail]).toEqual([404, 'Not found.'])
})

test('rejects undecodable paths and duplicate parameters with 400 [SEC-037]', async () => {
  const shop = await createTestApp()
  for (const path of ['/api/courses/%zz/', '/api/%c0%ae/', '/api/courses/%00/']) {
    const answer = await shop.app.inject(path)
    expect(answer.statusCode, path).toBe(400)
    errorBody.parse(answer.json())
  }
  const doubled = await shop.post('/auth/verify-otp/?email=a@example.com&email=b@example.com', { otp: '123456' })
  expect(doubled.statusCode).toBe(400)
  expect(doubled.json()).toHaveProperty('email')
})

test('answers with and without the trailing slash', async () => {
  const shop = await createTestApp()
  const [slash, plain] = [await shop.get('/courses/'), await shop.get('/courses')]
  expect(plain.body).toBe(slash.body)
  expect((await shop.post('/auth/login', { email: 'a@example.com' })).statusCode).toBe(200)
})

test('a private response has security headers, request id and no-store', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  const answer = await shop.get('/auth/profile/', access)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

test('answers 503 with Retry-After while the database is unreachable', async () => {
  const shop = await createTestApp()
  await shop.db.query('select 1')
  shop.deps.db = Object.assign(Object.create(shop.db) as typeof shop.db, {
    query: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  })
  const answer = await shop.get('/blogs/')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
})

test('is not ready while a migration is missing', async () => {
  const shop = await createTestApp()
  expect((await shop.app.inject('/health')).json()).toMatchObject({ status: 'ok' })
  expect((await shop.app.inject('/ready')).json()).toEqual({ status: 'ready' })
  await shop.db.query(`delete from schema_migrations where name like '0006%'`)
  expect((await shop.app.inject('/ready')).statusCode).toBe(503)
})

test('is not ready while its workers are silent [SEC-074]', async () => {
  const shop = await createTestApp()
  shop.deps.jobs.silentSeconds = () => 31
  const answer = await shop.app.inject('/ready')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  shop.deps.jobs.silentSeconds = () => 3
  expect((await shop.app.inject('/ready')).statusCode).toBe(200)
})

test('a stopping process is not ready but still answers [SEC-077]', async () => {
  const shop = await createTestApp()
  const stopping = new AbortController()
  shop.deps.stopping = stopping.signal
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect((await ask('/ready')).headers.get('connection')).toBe('keep-alive')
  stopping.abort()
  const ready = await ask('/ready')
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
  const answer = await ask('/api/blogs/')
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
})

test('metrics require the token or their own port [SEC-057]', async () => {
  const shop = await createTestApp()
  const ask = (authorization?: string) => shop.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
  expect((await ask()).statusCode).toBe(404)
  shop.deps.config.metricsToken = 'a token of the tests'
  expect((await ask()).statusCode).toBe(404)
  expect((await ask('Bearer a token of the TESTS')).statusCode).toBe(404)
  expect((await ask('Bearer a token of the tests')).body).toContain('http_requests_total')
  const own = await listenForMetrics(shop.deps, 0)
  onTestFinished(() => own.close())
  const { port } = own.server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('http_requests_total')
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(404)
})

test.each([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
])('answers 503 for the driver error: %s [SEC-074 DEP-08]', async (message) => {
  const shop = await createTestApp()
  shop.deps.db = Object.assign(Object.create(shop.db) as typeof shop.db, { query: () => Promise.reject(new Error(message)) })
  const answer = await shop.get('/blogs/')
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
})

test('rejects smuggled requests and oversized headers', async () => {
  const shop = await createTestApp()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let received = ''
      socket.on('data', (data) => (received += data.toString()))
      socket.on('close', () => resolve(received))
      socket.on('error', () => resolve(received))
    })
  const head = 'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n'
  expect(await raw(`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400/)
  expect(await raw(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 400/)
  const big = await new Promise<number | undefined>((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path: '/health', headers: { 'x-large': 'y'.repeat(20_000) } }, (response) =>
      resolve(response.statusCode),
    )
    sent.end()
  })
  expect(big).toBe(431)
})
