import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fileFormats, xlsxType } from '#contract/exported-files.ts'
import type { AuditEntry } from '#contract/platform/staff/audit.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { endpoints } from '#tests/security/endpoints.ts'
import { until } from '#tests/faults/spawn-server.ts'
import { readWorkbook } from '#tests/school/read-workbook.ts'
import { addStaff } from '#tests/school/staff.ts'
import { fileName } from './exports.ts'

/** The files of a month are for other programs, which take one format. They are tried in `server/money/month/`. */
const ofMonth = new Set(['exportGstr1', 'exportBook'])
const files = endpoints.filter(
  ({ answerType, access, name }) => answerType === 'text/csv' && typeof access === 'object' && !ofMonth.has(name),
)
/** Calls of one record are tried in the tests of its folder. */
const lists = files.filter(({ params }) => params === undefined)

interface Logged {
  operation: string
  actor_id: number
  changes: AuditEntry['changes']
}
const logged = async (shop: TestApp) =>
  (
    await shop.db.query<Logged>(
      `select operation, actor_id::int, changes from audit_log where table_name = 'list_exports' order by id`,
    )
  ).rows
const addCompanies = (shop: TestApp, count: number) =>
  shop.db.query(
    `insert into companies (name, industry, city, why, is_partner, is_alumni_employer)
     select 'Company ' || n, 'Software', 'Pune', repeat('why ', 200), true, false from generate_series(1, $1::int) n`,
    [count],
  )

test('every file writes who took which list [SEC-132]', async () => {
  const shop = await createTestApp()
  const owner = await addStaff(shop, 'owner')
  expect(lists.length).toBeGreaterThan(30)
  for (const { path, name } of lists) {
    for (const format of fileFormats) {
      const before = (await logged(shop)).length
      const url = `/api${path}?format=${format}&${name === 'exportFigures' ? 'by=month' : 'q=Asha'}`
      const answer = await shop.app.inject({ url, headers: { ...shop.asStaff('owner', owner) } })
      expect(answer.statusCode, answer.body).toBe(200)
      const entries = (await logged(shop)).slice(before)
      expect(entries, path).toHaveLength(1)
      expect(entries[0]).toMatchObject({ operation: 'insert', actor_id: owner.id, changes: { broke_off: { after: false } } })
      expect(entries[0]?.changes['filter']?.after).not.toHaveProperty('format')
      const lines = format === 'csv' ? answer.body.trim().split('\r\n').length - 1 : readWorkbook(answer.rawPayload).rows.length
      // The figures end with a line of totals.
      expect(entries[0]?.changes['rows']?.after, path).toBe(lines - (name === 'exportFigures' ? 1 : 0))
    }
  }
  expect(JSON.stringify(await logged(shop))).not.toContain('Asha')
})

test('references stay what they are in a workbook [SEC-044]', async () => {
  const shop = await createTestApp()
  const names = ['000123', '1E5', '12-1', '632145879012', '=1+1', '+91', '-2', '@sum']
  await addCompanies(shop, names.length)
  await shop.db.query(`update companies set name = ($1::text[])[id]`, [names])
  const headers = { ...shop.asStaff('owner', await addStaff(shop, 'owner')) }
  const answer = await shop.app.inject({ url: '/api/staff/companies/export/?format=xlsx&sort=id', headers })
  expect(answer.headers).toMatchObject({
    'content-type': xlsxType,
    'content-disposition': expect.stringMatching(/^attachment; filename="companies-\d{4}-\d\d-\d\d\.xlsx"$/),
  })
  const { name, headings, rows } = readWorkbook(answer.rawPayload)
  expect([name, headings[1], rows.map((row) => row[1])]).toEqual(['companies', 'name', names])
})

test('every file takes csv or xlsx and refuses another format', async () => {
  const shop = await createTestApp()
  const headers = { ...shop.asStaff('owner', await addStaff(shop, 'owner')) }
  for (const { path } of files) {
    const answer = await shop.app.inject({ url: `/api${path.replace(':id', '1')}?format=pdf`, headers })
    expect([answer.statusCode, answer.json<object>()], path).toMatchObject([400, { format: ['Please give csv or xlsx.'] }])
  }
  expect(await logged(shop)).toEqual([])
})

test('a role that may not read a list gets no file', async () => {
  const shop = await createTestApp()
  const headers = { ...shop.asStaff('content', await addStaff(shop, 'content')) }
  const answer = await shop.app.inject({ url: '/api/staff/payments/export/?format=xlsx', headers })
  expect(answer.statusCode).toBe(403)
  expect(await logged(shop)).toEqual([])
})

test('a head of an export is no download', async () => {
  const shop = await createTestApp()
  const headers = { ...shop.asStaff('owner', await addStaff(shop, 'owner')) }
  for (const path of ['companies/export/', 'companies/export/?format=xlsx', 'figures/export/?by=month']) {
    const answer = await shop.app.inject({ method: 'HEAD', url: `/api/staff/${path}`, headers })
    expect([answer.statusCode, answer.body], path).toEqual([200, ''])
  }
  expect(await logged(shop)).toEqual([])
})

test('an export has filter and number of lines in the log', async () => {
  const shop = await createTestApp()
  await addCompanies(shop, 3)
  const headers = { ...shop.asStaff('owner', await addStaff(shop, 'owner')) }
  await shop.app.inject({ url: '/api/staff/companies/export/?city=Pune&q=Company&sort=-id', headers })
  expect((await logged(shop))[0]?.changes).toMatchObject({
    list: { after: 'companies' },
    filter: { after: { city: 'Pune', q: 'masked' } },
    rows: { after: 3 },
  })
})

test('an export of several pages has one entry', async () => {
  const shop = await createTestApp()
  await addCompanies(shop, 2500)
  const headers = { ...shop.asStaff('owner', await addStaff(shop, 'owner')) }
  const { body } = await shop.app.inject({ url: '/api/staff/companies/export/', headers })
  expect(body.trim().split('\r\n')).toHaveLength(2501)
  expect((await logged(shop)).map(({ operation, changes }) => [operation, changes['rows']?.after])).toEqual([['insert', 2500]])
})

test('a long export ends with its number of lines', async () => {
  const shop = await createTestApp()
  await addCompanies(shop, 10_001)
  const headers = { ...shop.asStaff('owner', await addStaff(shop, 'owner')) }
  const { body } = await shop.app.inject({ url: '/api/staff/companies/export/', headers })
  expect(body.trim().split('\r\n')).toHaveLength(10_002)
  const entries = (await logged(shop)).map(({ operation, changes }) => [operation, changes['rows']?.after ?? null])
  expect(entries).toEqual([
    ['insert', null],
    ['update', 10_001],
  ])
})

test('an export that breaks off says how many lines were sent', async () => {
  const shop = await createTestApp()
  // More than the buffers of a connection hold.
  await addCompanies(shop, 60_000)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const headers = { ...shop.asStaff('owner', await addStaff(shop, 'owner')) }
  const request = get({ port, path: '/api/staff/companies/export/', headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response, 'data')
  response.destroy()
  await until('the entry is corrected', async () => (await logged(shop)).length === 2)
  const [first, second] = await logged(shop)
  // Nobody counts a list of more than 10,000 lines before it is sent.
  expect(first?.changes['rows']?.after ?? null).toBeNull()
  expect(second).toMatchObject({ operation: 'update', changes: { rows: { before: null }, broke_off: { after: true } } })
  expect(second?.changes['rows']?.after).toBeLessThan(60_000)
})

test('without an entry in the log there is no file [SEC-132]', async () => {
  const shop = await createTestApp()
  await addCompanies(shop, 1)
  await shop.db.query(`alter table list_exports add constraint refuses_all check (false)`)
  const answer = await shop.app.inject({ url: '/api/staff/companies/export/', headers: { ...shop.asStaff('owner') } })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('Company 1')
})

test.each([
  [{ from: '2026-11-01', to: '2026-11-30' }, '2026-11'],
  [{ from: '2028-02-01', to: '2028-02-29' }, '2028-02'],
  [{ from: '2026-11-01', to: '2026-11-29' }, '2026-11-01-to-2026-11-29'],
  [{ from: '2026-04-01', to: '2027-03-31' }, '2026-04-01-to-2027-03-31'],
  [{ from: '2025-11-01', to: '2026-11-30' }, '2025-11-01-to-2026-11-30'],
  [{ from: '2026-11-05', to: '2026-11-05' }, '2026-11-05'],
  [{ from: '2026-11-05' }, 'since-2026-11-05'],
  [{ to: '2026-11-05' }, 'until-2026-11-05'],
  [{}, '2026-11-23'],
])('a file of %o is named by %s', (days, name) => {
  expect(fileName('payments', days, '2026-11-23')).toBe(`payments-${name}`)
})
