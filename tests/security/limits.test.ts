import fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { limitNetworks } from '#server/http/plugins/limits.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { signIn } from '../sign-in.ts'
import { addressOf, endpoints } from './endpoints.ts'

const search = '/api/search/?q=cloud'

function send(shop: Pick<TestApp, 'app'>, endpoint: Endpoint, token?: string) {
  return shop.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(endpoint.body ? { payload: endpoint.example.body as object } : {}),
  })
}

/** Moves to the moment a window of so many minutes begins: real time that passes in a test must not end one. */
async function beginWindow(shop: TestApp, minutes: number): Promise<void> {
  await shop.db.query(
    `update app_clock set "offset" = "offset" + date_bin(span, app_now(), 'epoch') + span - app_now()
     from make_interval(mins => $1) span`,
    [minutes],
  )
}

test('every call is counted against its network and refused with 429 in the one error body [SEC-055]', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  // So small that not even one call is left.
  shop.deps.config.rateLimitFactor = 1e-9
  for (const endpoint of endpoints) {
    const answer = await send(shop, endpoint, access)
    expect(answer.statusCode, endpoint.name).toBe(429)
    expect(Number(answer.headers['retry-after']), endpoint.name).toBeGreaterThan(0)
    expect(errorBody.parse(answer.json()).code).toBe('rate_limited')
  }
  expect(endpoints.length).toBeGreaterThan(30)
})

test('what changes something in an account is counted against the account too, and no factor raises that [SEC-055]', async () => {
  const shop = await createTestApp({ factor: 1_000_000 })
  const { access, user } = await signIn(shop)
  const writes = endpoints.filter(({ access: who, method }) => who === 'student' && method === 'POST')
  await shop.db.query(
    `insert into limit_counters (key, window_start, count)
     select name || ' student ' || $1::text, date_bin(make_interval(mins => minutes), app_now(), 'epoch'), 1000000
     from (values ('write', 10), ('payment', 10), ('payment-status', 10), ('change', 1440), ('export', 60)) as l (name, minutes)`,
    [user.id],
  )
  for (const endpoint of writes) {
    const answer = await send(shop, endpoint, access)
    expect(answer.statusCode, `${endpoint.name} ${answer.body}`).toBe(429)
    expect(answer.headers['retry-after'], endpoint.name).toMatch(/^\d+$/)
  }
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(200)
})

test('a call that declares no limit can not be mounted [SEC-055]', async () => {
  const { deps } = await createTestApp()
  const app = fastify()
  limitNetworks(app, deps)
  expect(() => app.get('/api/new/', () => 'uncounted')).toThrow('GET /api/new/ declares no limit')
  expect(() => app.get('/pictures/:id', () => 'uncounted')).toThrow('declares no limit')
})

test('two processes share one budget, to the call, and it comes back with the next window [SEC-055]', async () => {
  const shop = await createTestApp({ factor: 1 })
  const other = await buildApp({ ...shop.deps })
  await beginWindow(shop, 2)
  // 240 calls, taken twelve at a time; each process is asked for more than all of them, so that none of its share is left.
  const asked = Array.from({ length: 600 }, (_, index) => (index % 2 === 0 ? shop.app : other).inject(search))
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(240)
  expect(statuses.filter((status) => status === 429)).toHaveLength(360)
  expect((await shop.app.inject({ url: search, remoteAddress: '203.0.113.5' })).statusCode).toBe(200)
  await shop.passTime('2 minutes')
  expect((await other.inject(search)).statusCode).toBe(200)
  await other.close()
})

test('processes that die one after the other take next to nothing of a budget with them [SEC-055]', async () => {
  const shop = await createTestApp({ factor: 1 })
  await beginWindow(shop, 2)
  for (let life = 0; life < 20; life += 1) {
    const app = await buildApp({ ...shop.deps })
    expect((await app.inject(search)).statusCode).toBe(200)
    await app.close()
  }
  // Of 240 calls each process held four at most.
  const statuses = []
  for (let call = 0; call < 170; call += 1) statuses.push((await shop.app.inject(search)).statusCode)
  expect(statuses.slice(0, 160)).toEqual(Array.from({ length: 160 }, () => 200))
  expect(statuses.slice(160)).toEqual(Array.from({ length: 10 }, () => 429))
})

const guarded = [
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

test.each(guarded)('one address that uses up $name leaves it to its neighbours [SEC-062]', async ({ url, body, small, large }) => {
  const shop = await createTestApp({ factor: 1 })
  await beginWindow(shop, 10)
  let nth = 0
  const ask = async (remoteAddress: string) => {
    nth += 1
    return (await shop.app.inject({ method: 'POST', url: `/api${url}`, payload: body(nth), remoteAddress })).statusCode
  }
  const refused = async (times: number, address: string) => {
    let count = 0
    for (let asked = 0; asked < times; asked += 1) if ((await ask(address)) === 429) count += 1
    return count
  }
  expect(await refused(small + 5, '198.51.100.7')).toBe(5)
  expect(await refused(1, '198.51.100.8')).toBe(0)
  // All addresses together use up what the network has; others are served.
  await shop.db.query(`update limit_counters set count = $1 where key like '% 198.51.100.0/24'`, [large])
  expect(await refused(1, '198.51.100.9')).toBe(1)
  expect(await refused(1, '203.0.113.9')).toBe(0)
  // One household of IPv6 is one address, whichever of its own it uses.
  expect(await refused(small, '2001:db8:1:1::1')).toBe(0)
  expect(await refused(1, '2001:db8:1:1:ffff::2')).toBe(1)
  expect(await refused(1, '2001:db8:1:2::1')).toBe(0)
})

test('a form that could not be read is not counted', async () => {
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

test('reading goes on uncounted while the database can not write, writing says 503', async () => {
  const shop = await createTestApp()
  // What PostgreSQL says of a full disk, for every counter.
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

test.each([
  { trust: undefined, forwarded: '203.0.113.5', counts: '127.0.0.0/24' },
  { trust: '1', forwarded: '203.0.113.5', counts: '203.0.113.0/24' },
  // Only what the one proxy itself wrote, the last, counts.
  { trust: '1', forwarded: '198.51.100.1, 203.0.113.5', counts: '203.0.113.0/24' },
  { trust: '2', forwarded: '198.51.100.1, 203.0.113.5', counts: '198.51.100.0/24' },
  { trust: '127.0.0.1', forwarded: '198.51.100.1, 203.0.113.5', counts: '203.0.113.0/24' },
  { trust: '127.0.0.0/8, 203.0.113.0/24', forwarded: '198.51.100.1, 203.0.113.5', counts: '198.51.100.0/24' },
  { trust: '10.0.0.0/8', forwarded: '203.0.113.5', counts: '127.0.0.0/24' },
  { trust: '1', forwarded: '2001:0DB8:1::7', counts: '2001:db8:1::/48' },
  { trust: '1', forwarded: '[2001:db8:1::7]:443', counts: '2001:db8:1::/48' },
  { trust: '1', forwarded: '203.0.113.5:51234', counts: '203.0.113.0/24' },
  { trust: '1', forwarded: `'; drop table users; --`, counts: '0.0.0.0/24' },
])('TRUST_PROXY $trust lets $forwarded count as $counts [SEC-054]', async ({ trust, forwarded, counts }) => {
  const shop = await createTestApp()
  const app = await buildApp({ ...shop.deps, config: { ...shop.deps.config, trustProxy: trust } })
  const headers = { 'x-forwarded-for': forwarded, forwarded: 'for=198.51.100.77', 'x-real-ip': '198.51.100.78' }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login/', headers, payload: { email: 'a@example.com' } })
  expect(answer.statusCode, answer.body).toBe(200)
  await app.close()
  const { rows } = await shop.db.query<{ network: string }>('select network::text from code_sends')
  expect(rows.map(({ network }) => network)).toEqual([counts])
  const counted = await shop.db.query<{ key: string }>(`select key from limit_counters where key not like 'login address %'`)
  expect(counted.rows).toEqual([{ key: `login ${counts}` }])
})

const refusal = /^TRUST_PROXY: takes addresses, networks as 10\.0\.0\.0\/8, or a number of hops$/m

test.each(['true', 'proxy.example', '127.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '2001:db8::/129', '10.0.0.0/8/8', '-1', '1.5'])(
  'TRUST_PROXY %s is refused by its name, not with a stack',
  (setting) => expect(() => readConfig({ TRUST_PROXY: setting })).toThrow(refusal),
)

test.each(['0', '2', '127.0.0.1', '10.0.0.0/8, ::1', '2001:db8::/32', 'loopback, uniquelocal'])(
  'TRUST_PROXY %s is understood',
  async (setting) => {
    // The others are missing here and are named; this one is not.
    expect(() => readConfig({ TRUST_PROXY: setting })).toThrow(/^(?![^]*TRUST_PROXY)/)
    const shop = await createTestApp()
    const app = await buildApp({ ...shop.deps, config: { ...shop.deps.config, trustProxy: setting } })
    expect((await app.inject('/health')).statusCode).toBe(200)
    await app.close()
  },
)

test('the pages of the API documentation are counted against their network and kept by browsers [SEC-064]', async () => {
  const shop = await createTestApp({ factor: 1 / 120 })
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
