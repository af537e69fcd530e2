import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { LimitMemory } from '#server/platform/http/limits.ts'
import { limitNetworks } from '#server/platform/http/plugins/limits.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addressOf, credentialsFor, endpoints } from './endpoints.ts'

const search = '/api/search/?q=cloud'

function send(shop: TestApp, endpoint: Endpoint, token?: string) {
  return shop.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint),
    headers: token ? credentialsFor(shop, endpoint, token) : {},
    ...(endpoint.body ? { payload: endpoint.example.body as object } : {}),
  })
}

/** Moves the clock to the start of a window of `minutes`, so that the window can't end during the test. */
async function beginWindow(shop: TestApp, minutes: number): Promise<void> {
  await shop.db.query(
    `update app_clock set "offset" = "offset" + date_bin(span, app_now(), 'epoch') + span - app_now()
     from make_interval(mins => $1) span`,
    [minutes],
  )
}

test('every endpoint answers 429 when its network limit is used up [SEC-055]', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  // The factor rounds every limit down to zero.
  shop.deps.config.rateLimitFactor = 1e-9
  // A form is counted like the others, once it was read.
  for (const endpoint of endpoints.filter(({ bodyType }) => !bodyType)) {
    const answer = await send(shop, endpoint, access)
    expect(answer.statusCode, endpoint.name).toBe(429)
    expect(Number(answer.headers['retry-after']), endpoint.name).toBeGreaterThan(0)
    expect(errorBody.parse(answer.json()).code).toBe('rate_limited')
  }
  expect(endpoints.length).toBeGreaterThan(30)
})

test('account writes have an account limit that no factor raises [SEC-055]', async () => {
  const shop = await createTestApp({ factor: 1_000_000 })
  const { access, user } = await signIn(shop)
  // A form is counted once it was read.
  const writes = endpoints.filter(({ access: who, method, bodyType }) => who === 'student' && method === 'POST' && !bodyType)
  await shop.db.query(
    `insert into limit_counters (key, window_start, count)
     select name || ' student ' || $1::text, date_bin(make_interval(mins => minutes), app_now(), 'epoch'), 1000000
     from (values ('write', 10), ('payment', 10), ('payment-status', 10), ('change', 1440), ('export', 60), ('question', 60), ('answer', 60)) as l (name, minutes)`,
    [user.id],
  )
  for (const endpoint of writes) {
    const answer = await send(shop, endpoint, access)
    expect(answer.statusCode, `${endpoint.name} ${answer.body}`).toBe(429)
    expect(answer.headers['retry-after'], endpoint.name).toMatch(/^\d+$/)
  }
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(200)
})

test('refuses to mount an endpoint without a limit [SEC-055]', async () => {
  const { deps } = await createTestApp()
  const app = fastify()
  limitNetworks(app, deps)
  expect(() => app.get('/api/new/', () => 'uncounted')).toThrow('GET /api/new/ declares no limit')
  expect(() => app.get('/pictures/:id', () => 'uncounted')).toThrow('declares no limit')
})

test('two processes share one exact limit per window [SEC-055]', async () => {
  const shop = await createTestApp({ factor: 1 })
  const other = await buildApp({ ...shop.deps, limitMemory: new LimitMemory() })
  await beginWindow(shop, 2)
  // The limit is 240 calls. Each process gets 300 requests, so that it uses up every lease it takes.
  const requests = Array.from({ length: 600 }, (_, index) => (index % 2 === 0 ? shop.app : other).inject(search))
  const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(240)
  expect(statuses.filter((status) => status === 429)).toHaveLength(360)
  expect((await shop.app.inject({ url: search, remoteAddress: '203.0.113.5' })).statusCode).toBe(200)
  await shop.passTime('2 minutes')
  expect((await other.inject(search)).statusCode).toBe(200)
  await other.close()
})

test('twenty stopped processes waste at most 80 of 240 calls [SEC-055]', async () => {
  const shop = await createTestApp({ factor: 1 })
  await beginWindow(shop, 2)
  for (let round = 0; round < 20; round += 1) {
    const app = await buildApp({ ...shop.deps, limitMemory: new LimitMemory() })
    expect((await app.inject(search)).statusCode).toBe(200)
    await app.close()
  }
  // Each process leased four calls at most.
  const statuses = []
  for (let call = 0; call < 170; call += 1) statuses.push((await shop.app.inject(search)).statusCode)
  expect(statuses.slice(0, 160)).toEqual(Array.from({ length: 160 }, () => 200))
  expect(statuses.slice(160)).toEqual(Array.from({ length: 10 }, () => 429))
})

const addressLimits = [
  { name: 'login', url: '/auth/login/', body: (nth: number) => ({ email: `limits-${nth}@example.com` }), small: 30, large: 300 },
  {
    name: 'register',
    url: '/auth/register/',
    body: (nth: number) => ({
      full_name: 'Asha Patil',
      phone_number: String(8_000_000_000 + nth),
      email: `limits-${nth}@example.com`,
      type: 'register',
    }),
    small: 20,
    large: 200,
  },
  {
    name: 'a code',
    url: '/auth/verify-otp/?email=asha@example.com',
    body: () => ({ otp: '000000' }),
    small: 60,
    large: 600,
  },
]

test.each(addressLimits)(
  'an address that uses up $name does not block its network [SEC-062]',
  async ({ url, body, small, large }) => {
    const shop = await createTestApp({ factor: 1 })
    await beginWindow(shop, 10)
    let nth = 0
    const ask = async (remoteAddress: string) => {
      nth += 1
      return (await shop.app.inject({ method: 'POST', url: `/api${url}`, payload: body(nth), remoteAddress })).statusCode
    }
    const refused = async (times: number, address: string) => {
      let count = 0
      for (let call = 0; call < times; call += 1) if ((await ask(address)) === 429) count += 1
      return count
    }
    expect(await refused(small + 5, '198.51.100.7')).toBe(5)
    expect(await refused(1, '198.51.100.8')).toBe(0)
    // The network limit applies to all of its addresses, not to other networks.
    await shop.db.query(`update limit_counters set count = $1 where key like '% 198.51.100.0/24'`, [large])
    expect(await refused(1, '198.51.100.9')).toBe(1)
    expect(await refused(1, '203.0.113.9')).toBe(0)
    // An IPv6 /64 counts as one address.
    expect(await refused(small, '2001:db8:1:1::1')).toBe(0)
    expect(await refused(1, '2001:db8:1:1:ffff::2')).toBe(1)
    expect(await refused(1, '2001:db8:1:2::1')).toBe(0)
  },
)

test('invalid forms do not count towards the limit', async () => {
  const shop = await createTestApp({ factor: 1 })
  const form = { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210', course_name: 'Testing' }
  await beginWindow(shop, 10)
  for (let round = 0; round < 8; round += 1) {
    expect((await shop.post('/course-enquiry/', { ...form, phone: '12' })).statusCode).toBe(400)
  }
  const answers = []
  for (let round = 0; round < 6; round += 1) answers.push((await shop.post('/course-enquiry/', form)).statusCode)
  expect(answers).toEqual([201, 201, 201, 201, 201, 429])
})

test('reads continue and writes answer 503 when the disk is full', async () => {
  const shop = await createTestApp()
  // Every counter update fails with PostgreSQL's error for a full disk.
  await shop.db.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await shop.db.query('create trigger full_disk before insert or update on limit_counters execute function refuse()')
  expect((await shop.app.inject(search)).statusCode).toBe(200)
  expect((await shop.get('/courses/')).statusCode).toBe(200)
  const refused = await shop.post('/auth/login/', { email: 'asha@example.com' })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  await shop.db.query('drop trigger full_disk on limit_counters')
  expect((await shop.post('/auth/login/', { email: 'asha@example.com' })).statusCode).toBe(200)
})

const forwardings = [
  { trust: undefined, forwarded: '203.0.113.5', counts: '127.0.0.0/24' },
  { trust: '1', forwarded: '203.0.113.5', counts: '203.0.113.0/24' },
  // With one proxy only the last address counts, because that proxy added it.
  { trust: '1', forwarded: '198.51.100.1, 203.0.113.5', counts: '203.0.113.0/24' },
  { trust: '2', forwarded: '198.51.100.1, 203.0.113.5', counts: '198.51.100.0/24' },
  { trust: '127.0.0.1', forwarded: '198.51.100.1, 203.0.113.5', counts: '203.0.113.0/24' },
  { trust: '127.0.0.0/8, 203.0.113.0/24', forwarded: '198.51.100.1, 203.0.113.5', counts: '198.51.100.0/24' },
  { trust: '10.0.0.0/8', forwarded: '203.0.113.5', counts: '127.0.0.0/24' },
  { trust: '1', forwarded: '2001:0DB8:1::7', counts: '2001:db8:1::/48' },
  { trust: '1', forwarded: '[2001:db8:1::7]:443', counts: '2001:db8:1::/48' },
  { trust: '1', forwarded: '203.0.113.5:51234', counts: '203.0.113.0/24' },
  { trust: '1', forwarded: `'; drop table users; --`, counts: '0.0.0.0/24' },
]

test('TRUST_PROXY decides which forwarded address counts [SEC-054]', async () => {
  const shop = await createTestApp()
  for (const { trust, forwarded, counts } of forwardings) {
    const given = `TRUST_PROXY ${trust}, forwarded ${forwarded}`
    const config = { ...shop.deps.config, trustProxy: trust }
    const app = await buildApp({ ...shop.deps, config, limitMemory: new LimitMemory() })
    const headers = { 'x-forwarded-for': forwarded, forwarded: 'for=198.51.100.77', 'x-real-ip': '198.51.100.78' }
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login/', headers, payload: { email: 'a@example.com' } })
    expect(answer.statusCode, `${given}: ${answer.body}`).toBe(200)
    await app.close()
    const { rows } = await shop.db.query<{ network: string }>('delete from code_sends returning network::text')
    expect(
      rows.map(({ network }) => network),
      given,
    ).toEqual([counts])
    const counted = await shop.db.query<{ key: string }>('delete from limit_counters returning key')
    expect(
      counted.rows.filter(({ key }) => !key.startsWith('login address ')),
      given,
    ).toEqual([{ key: `login ${counts}` }])
  }
})

const refusal = /^TRUST_PROXY: takes addresses, networks as 10\.0\.0\.0\/8, or a number of hops$/m

test.each(['true', 'proxy.example', '127.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '2001:db8::/129', '10.0.0.0/8/8', '-1', '1.5'])(
  'rejects TRUST_PROXY %s with a readable message',
  (setting) => expect(() => readConfig({ TRUST_PROXY: setting })).toThrow(refusal),
)

test('accepts addresses, networks, names and hops in TRUST_PROXY', async () => {
  const shop = await createTestApp()
  for (const setting of ['0', '2', '127.0.0.1', '10.0.0.0/8, ::1', '2001:db8::/32', 'loopback, uniquelocal']) {
    // Other variables are missing and reported. TRUST_PROXY must not be among them.
    expect(() => readConfig({ TRUST_PROXY: setting }), setting).toThrow(/^(?![^]*TRUST_PROXY)/)
    const app = await buildApp({ ...shop.deps, config: { ...shop.deps.config, trustProxy: setting } })
    expect((await app.inject('/health')).statusCode, setting).toBe(200)
    await app.close()
  }
})

test('API documentation is rate limited and cached by browsers [SEC-064]', async () => {
  const shop = await createTestApp({ factor: 1 / 120 })
  await beginWindow(shop, 1)
  const ask = (url: string, ip: string) => shop.app.inject({ url, remoteAddress: ip })
  const files = ['/api/docs', '/api/docs/static/swagger-ui-bundle.js', '/api/docs/static/swagger-ui.css', '/api/openapi.json']
  for (const [index, url] of files.entries()) {
    const answer = await ask(url, `203.0.${index}.1`)
    expect([answer.statusCode, answer.headers['cache-control']], url).toEqual([200, 'public, max-age=3600'])
    for (let call = 0; call < 4; call += 1) await ask(url, `203.0.${index}.1`)
    const refused = await ask(url, `203.0.${index}.9`)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0], url).toEqual([429, true])
  }
})
