import fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import { errorBody } from '#contract/errors.ts'
import { companies, type CompanyRecord } from '#contract/site/staff/companies.ts'
import { type Role, roles, rolesWith } from '#contract/permissions.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { listenForChanges } from '#server/platform/cache/listen-for-changes.ts'
import { injectCalls } from '#server/platform/pages/inject-calls.ts'
import { transportOf } from '#server/platform/pages/page-renderer.ts'

const path = '/api/staff/companies/'
const company = companies.examples.input

interface List {
  items: CompanyRecord[]
  next_cursor: string | null
  total: number
}
type Headers = Record<string, string>

const asStaff = (shop: TestApp, role: Role): Headers => ({ ...shop.asStaff(role) })

const get = (shop: TestApp, url: string, headers: Headers) => shop.app.inject({ url, headers })
const send = (shop: TestApp, method: 'POST' | 'PATCH', url: string, payload: object, headers: Headers) =>
  shop.app.inject({ method, url, payload, headers })
const list = async (shop: TestApp, headers: Headers, query = '') => (await get(shop, `${path}${query}`, headers)).json<List>()

async function add(shop: TestApp, headers: Headers, name: string, more: Partial<typeof company> = {}): Promise<CompanyRecord> {
  const answer = await send(shop, 'POST', path, { ...company, name, ...more }, headers)
  expect(answer.statusCode).toBe(201)
  return answer.json<CompanyRecord>()
}

test('answers 401 without a staff token, 403 to a student', async () => {
  const shop = await createTestApp()
  const { access } = await signIn(shop)
  for (const { method, path: url } of Object.values(companies.endpoints)) {
    const at = `/api${url.replace(':id', '1')}`
    expect((await shop.app.inject({ method, url: at })).statusCode, at).toBe(401)
    const asStudent = await shop.app.inject({ method, url: at, headers: { authorization: `Bearer ${access}` } })
    expect(asStudent.statusCode, at).toBe(403)
  }
})

test.each(roles)('authorises the role %s by the permission table', async (role) => {
  const shop = await createTestApp()
  const headers = asStaff(shop, role)
  for (const { access, method, path: url } of Object.values(companies.endpoints)) {
    // Invalid JSON: a role without the permission is rejected before parsing.
    const body = method === 'GET' ? {} : { payload: '{', headers: { ...headers, 'content-type': 'application/json' } }
    const answer = await shop.app.inject({ method, url: `/api${url.replace(':id', '1')}`, headers, ...body })
    if (rolesWith(access.staff).includes(role)) expect([200, 400, 404], `${method} ${url}`).toContain(answer.statusCode)
    else expect(answer.statusCode, `${method} ${url}`).toBe(403)
  }
})

test('creates, reads and changes a record, each change audited', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'content')
  const made = await add(shop, staff, 'Tarang Systems')
  const read = await get(shop, `${path}${made.id}/`, staff)
  expect([read.json(), read.headers['etag']]).toEqual([made, `"${made.version}"`])
  const changed = await send(
    shop,
    'PATCH',
    `${path}${made.id}/`,
    { city: 'Nashik' },
    { ...staff, 'if-match': `"${made.version}"` },
  )
  expect(changed.json()).toEqual({ ...made, city: 'Nashik', version: made.version + 1 })
  expect(changed.headers['etag']).toBe(`"${made.version + 1}"`)
  const { rows } = await shop.db.query(
    `select operation, changes -> 'city' as city, actor_kind from audit_log where table_name = 'companies' order by id`,
  )
  expect(rows).toMatchObject([
    { operation: 'insert', city: { after: 'Pune' }, actor_kind: 'staff' },
    { operation: 'update', city: { before: 'Pune', after: 'Nashik' }, actor_kind: 'staff' },
  ])
})

test('rejects a change without a version or of an old version', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'owner')
  const made = await add(shop, staff, 'Tarang Systems')
  const url = `${path}${made.id}/`
  for (const headers of [staff, { ...staff, 'if-match': '*' }]) {
    const refused = await send(shop, 'PATCH', url, { city: 'Nashik' }, headers)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([428, 'version_required'])
  }
  const current = (
    await send(shop, 'PATCH', url, { city: 'Nashik' }, { ...staff, 'if-match': `"${made.version}"` })
  ).json<CompanyRecord>()
  for (const tag of [`"${made.version}"`, `W/"${current.version}"`, 'x', '"99999999999999999999"']) {
    const stale = await send(shop, 'PATCH', url, { city: 'Satara' }, { ...staff, 'if-match': tag })
    expect(stale.statusCode, tag).toBe(412)
    expect(companies.endpoints.change.failures?.[412]?.parse(stale.json())).toMatchObject({ code: 'stale', current })
  }
  const missing = await send(shop, 'PATCH', `${path}999999/`, { city: 'Satara' }, { ...staff, 'if-match': '"1"' })
  expect(missing.statusCode).toBe(404)
})

test('accepts one of two changes of the same version', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'owner')
  const made = await add(shop, staff, 'Tarang Systems')
  const change = (city: string) =>
    send(shop, 'PATCH', `${path}${made.id}/`, { city }, { ...staff, 'if-match': `"${made.version}"` })
  const answers = await Promise.all([change('Nashik'), change('Satara')])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 412])
})

test('rejects a name that another company has', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'owner')
  await add(shop, staff, 'Tarang Systems')
  const other = await add(shop, staff, 'Setu Labs')
  const answers = [
    await send(shop, 'POST', path, { ...company, name: 'Tarang Systems' }, staff),
    await send(shop, 'PATCH', `${path}${other.id}/`, { name: 'Tarang Systems' }, { ...staff, 'if-match': `"${other.version}"` }),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, errorBody.parse(answer.json())['name']]).toEqual([409, ['Another company has this name.']])
  }
})

test.each(['sort=name', 'sort=-name', 'sort=city', 'sort=-city', 'sort=id', 'sort=-id'])(
  'pages by %s without gaps or duplicates while rows are added',
  async (sort) => {
    const shop = await createTestApp()
    const staff = asStaff(shop, 'content')
    await shop.db.query(
      `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
       select 'Company ' || lpad(n::text, 3, '0'), 'Software', 'City ' || n % 3, 'Why', true, false from generate_series(1, 30) n`,
    )
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list(shop, staff, `?${sort}&limit=7${cursor ? `&cursor=${cursor}` : ''}`)
      expect(page.items.length).toBeLessThanOrEqual(7)
      seen.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor
      await add(shop, staff, `Company 0 added at ${seen.length}`, { city: 'City 0' })
      await add(shop, staff, `Zero added at ${seen.length}`, { city: 'City 9' })
    } while (cursor)
    const before = seen.filter((name) => /^Company \d{3}$/.test(name))
    expect(new Set(seen).size).toBe(seen.length)
    expect(before.length).toBe(30)
  },
)

test('pages past ids of ten digits', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'content')
  await shop.db.query(
    `insert into companies (id, name, industry, city, why, is_partner, is_alumni_employer) overriding system value
     select 2147483600 + n, 'Company ' || n, 'Software', 'Pune', 'Why', true, false from generate_series(1, 3) n`,
  )
  const first = await list(shop, staff, '?sort=-id&limit=2')
  const second = await list(shop, staff, `?sort=-id&limit=1&cursor=${first.next_cursor}`)
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([2147483603, 2147483602, 2147483601])
})

test('filters, searches and counts companies', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'content')
  await add(shop, staff, 'Tarang Systems')
  await add(shop, staff, 'Setu 100% Labs', { city: 'Nashik', is_partner: false })
  const names = async (query: string) => {
    const { items, total } = await list(shop, staff, query)
    expect(total).toBe(items.length)
    return items.map(({ name }) => name)
  }
  expect(await names('?city=Nashik')).toEqual(['Setu 100% Labs'])
  expect(await names('?is_partner=true')).toEqual(['Tarang Systems'])
  expect(await names('?q=TARANG')).toEqual(['Tarang Systems'])
  expect(await names('?q=100%25')).toEqual(['Setu 100% Labs'])
  expect(await names('?q=_')).toEqual([])
  expect((await list(shop, staff, '?limit=1')).total).toBe(2)
})

test.each([
  '?limit=0',
  '?limit=101',
  '?limit=x',
  '?colour=red',
  '?sort=why',
  '?is_partner=yes',
  '?cursor=x',
  '?cursor=W10',
  '?q=%00',
  '?q=',
])('rejects the query %s', async (query) => {
  const shop = await createTestApp()
  const answer = await get(shop, `${path}${query}`, asStaff(shop, 'owner'))
  expect([answer.statusCode, errorBody.parse(answer.json()).code]).toEqual([400, 'invalid'])
})

test('answers no hostile query or cursor with a server error', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'owner')
  const cursor = fc
    .tuple(
      fc.constantFrom('name', '-name', 'id', 'city'),
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '\ud800', '1e9', '-0')),
      fc.anything(),
    )
    .map((parts) => Buffer.from(JSON.stringify(parts) ?? '').toString('base64url'))
  const query = fc.record(
    {
      q: fc.oneof(fc.string({ unit: 'binary', maxLength: 120 }), fc.constantFrom("' or 1=1 --", '%', '\\', '$1', '\u202e')),
      sort: fc.constantFrom('name', '-id', 'id; drop table companies', '__proto__'),
      cursor: fc.oneof(cursor, fc.string()),
      city: fc.string({ unit: 'grapheme' }),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
      const answer = await get(shop, `${path}?${search.toString()}`, staff)
      expect([200, 400], search.toString()).toContain(answer.statusCode)
    }),
    { numRuns: 60 },
  )
})

test('exports filtered CSV without spreadsheet formulas [SEC-044]', async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'content')
  const hostile = ['=1+1', '+91', '-2', '@sum', 'He said "hi", twice']
  for (const name of hostile) await add(shop, staff, name)
  await add(shop, staff, 'Elsewhere', { city: 'Nashik' })
  const answer = await get(shop, `${path}export/?sort=id&city=Pune`, staff)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="companies-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = answer.body.split('\r\n')
  expect(lines[0]).toBe('\ufeffid,name,industry,city,why,is_partner,is_alumni_employer,version,publication')
  expect(lines.slice(1, -1).map((line) => /^\d+,("(?:[^"]|"")*"|[^,]*)/.exec(line)?.[1])).toEqual([
    `"'=1+1"`,
    `"'+91"`,
    `"'-2"`,
    `"'@sum"`,
    '"He said ""hi"", twice"',
  ])
  expect((await get(shop, `${path}export/?limit=5`, staff)).statusCode).toBe(400)
})

test('shows a published change with the next call', async () => {
  const shop = await createTestApp()
  const { responseCache, log, config } = shop.deps
  const changes = listenForChanges({ connectionString: config.databaseUrl, responseCache, log })
  await changes.ready
  onTestFinished(changes.stop)
  const staff = asStaff(shop, 'content')
  const draft = await add(shop, staff, 'Tarang Systems')
  const publish = await send(shop, 'POST', `${path}${draft.id}/publish/`, {}, { ...staff, 'if-match': `"${draft.version}"` })
  const made = publish.json<CompanyRecord>()
  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(async () => {
    await shop.get('/companies/')
    return responseCache.get('/api/companies/') !== undefined
  })
  await send(shop, 'PATCH', `${path}${made.id}/`, { name: 'Tarang Works' }, { ...staff, 'if-match': `"${made.version}"` })
  await until(() => responseCache.get('/api/companies/') === undefined)
  expect((await shop.get('/companies/')).body).toContain('Tarang Works')
})

test('documents permission, roles, the stale error and CSV', async () => {
  const shop = await createTestApp()
  const { paths } = (await shop.app.inject('/api/openapi.json')).json<{
    paths: Record<
      string,
      Record<
        string,
        {
          'x-permission': string
          'x-roles': string[]
          parameters?: object[]
          responses: Record<string, { content: object; headers?: object }>
        }
      >
    >
  }>()
  const change = paths['/api/staff/companies/{id}/']?.['patch']
  expect([change?.['x-permission'], change?.['x-roles']]).toEqual(['companies:write', ['owner', 'content']])
  expect(change?.responses['412']?.content).toMatchObject({
    'application/json': { example: { code: 'stale', current: companies.examples.record } },
  })
  expect(Object.keys(change?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '403', '404', '409', '412', '428']))
  expect(change?.parameters).toContainEqual(expect.objectContaining({ name: 'If-Match', in: 'header', required: true }))
  const read = paths['/api/staff/companies/{id}/']?.['get']
  const create = paths['/api/staff/companies/']?.['post']
  for (const answer of [change?.responses['200'], read?.responses['200'], create?.responses['201']])
    expect(Object.keys(answer?.headers ?? {})).toEqual(['ETag'])
  expect([read?.parameters, create?.parameters ?? []].flat()).not.toContainEqual(expect.objectContaining({ name: 'If-Match' }))
  expect(Object.keys(paths['/api/staff/companies/export/']?.['get']?.responses['200']?.content ?? {})).toEqual([
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  expect(Object.keys(paths['/api/staff/companies/']?.['post']?.responses ?? {})).toContain('201')
})

test("the contract's client changes a company and exports all", async () => {
  const shop = await createTestApp()
  const staff = asStaff(shop, 'content')
  const inject = (options: InjectOptions) => shop.app.inject({ ...options, headers: { ...options.headers, ...staff } })
  const transport = transportOf(injectCalls({ inject } as Pick<FastifyInstance, 'inject'>, shop.deps, '203.0.113.5').call)
  const call = createClient(transport)
  const { create, change, export: exported } = companies.endpoints
  const made = await call(create, { body: company })
  const asked = { params: { id: made.id }, ifMatch: made.version }
  const changed = await call(change, { ...asked, body: { city: 'Nashik' } })
  expect(changed).toEqual({ ...made, city: 'Nashik', version: made.version + 1 })
  const stale = call(change, { ...asked, body: { city: 'Satara' } })
  await expect(stale).rejects.toMatchObject({ status: 412, code: 'stale', raw: { current: changed } })
  // @ts-expect-error The client's types require the version of a change.
  await expect(call(change, { params: { id: made.id }, body: { city: 'Satara' } })).rejects.toMatchObject({ status: 428 })
  const csv = await call(exported, { query: {} })
  expect(csv.split('\r\n')[0]).toBe(`\ufeff${Object.keys(companies.record.shape).join(',')}`)
  expect(csv).toContain('Nashik')
})
