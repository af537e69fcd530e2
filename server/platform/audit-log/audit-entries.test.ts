import { expect, test } from 'vitest'
import { type AuditEntry, auditSubjects, type AuditTransaction } from '#contract/platform/staff/audit.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { buyOnline, openDesk, refund } from '#tests/school/desk.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { addStaff, enterConsole } from '#tests/school/staff.ts'
import { operator, type Staff } from '#server/platform/auth/principal.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'

interface List {
  items: AuditEntry[]
  next_cursor: string | null
  total: number
}

async function changed() {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  const { id } = await addStaff(shop, 'content')
  const author: Staff = { kind: 'staff', id, roles: ['content'] }
  const add = (name: string) =>
    `insert into companies (name, industry, city, why, is_partner, is_alumni_employer) values ('${name}', 'Tools', 'Pune', 'Why', true, false)`
  await transactionAs(shop.deps, author, (tx) => tx.query(add('Acme')))
  await shop.passTime('2 days')
  await transactionAs(shop.deps, author, (tx) => tx.query(`update companies set city = 'Nashik'`))
  await transactionAs(shop.deps, operator, (tx) => tx.query(`update staff set name = 'Asha Patil' where id = $1`, [id]))
  // The session has ended by then.
  const { access } = await enterConsole(shop, owner.member)
  const list = async (query = '') => (await shop.get(`/staff/audit/${query}`, access)).json<List>()
  return { shop, access, author, list }
}

test('lists the log, newest first, with the names of actors [SEC-131]', async () => {
  const { shop, access, author, list } = await changed()
  const { items, total } = await list()
  expect(items.map(({ subject, operation, actor_kind: kind, actor_name: name }) => [subject, operation, kind, name])).toEqual([
    ['staff', 'update', 'operator', null],
    ['companies', 'update', 'staff', 'Asha Patil'],
    ['companies', 'insert', 'staff', 'Asha Patil'],
  ])
  expect(total).toBe(3)
  expect(items.map(({ name }) => name)).toEqual(['Asha Patil', 'Acme', 'Acme'])
  expect(items[1]).toMatchObject({ actor_id: author.id, changes: { city: { before: 'Pune', after: 'Nashik' } } })
  // Personal values stay masked.
  expect(items[0]?.changes).toEqual({ name: { before: 'masked', after: 'masked' } })
  expect((await shop.get(`/staff/audit/${items[1]?.id}/`, access)).json()).toEqual(items[1])
  expect((await shop.get('/staff/audit/999999/', access)).statusCode).toBe(404)
})

test('filters the log by person, row and day in India', async () => {
  const { shop, author, list } = await changed()
  const { rows } = await shop.db.query<{ first: string; last: string }>(
    `select to_char(min(at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as first,
       to_char(max(at) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as last from audit_log`,
  )
  const { first, last } = rows[0]!
  const found = async (query: string) => (await list(query)).items.map(({ subject, operation }) => `${operation} ${subject}`)
  expect(await found(`?actor=${author.id}`)).toEqual(['update companies', 'insert companies'])
  expect(await found('?subject=staff')).toEqual(['update staff'])
  expect(await found(`?subject=staff&subject_id=${author.id}`)).toEqual(['update staff'])
  expect(await found(`?to=${first}`)).toEqual(['insert companies'])
  expect(await found(`?from=${last}&sort=id`)).toEqual(['update companies', 'update staff'])
  expect(await found(`?from=${first}&to=${last}&limit=1`)).toEqual(['update staff'])
  expect(await found('?q=Asha')).toEqual(['update companies', 'insert companies'])
})

test('pages the log and exports it', async () => {
  const { shop, access, list } = await changed()
  const first = await list('?limit=2')
  const second = await list(`?limit=2&cursor=${first.next_cursor}&sort=-id`)
  expect([first.items.length, second.items.map(({ operation }) => operation), second.next_cursor]).toEqual([2, ['insert'], null])
  const csv = await shop.get('/staff/audit/export/?subject=companies', access)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.body.trim().split('\r\n')).toHaveLength(3)
  for (const query of ['?from=yesterday', '?actor=0', '?actor=x', '?operation=delete'])
    expect((await shop.get(`/staff/audit/${query}`, access)).statusCode, query).toBe(400)
})

interface Transactions {
  items: AuditTransaction[]
  next_cursor: string | null
  total: number
}

/** Transactions of a few entries by two people and the operator at once, each with a company that names it. */
async function severalTransactions() {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  const authors: Staff[] = []
  for (let number = 0; number < 2; number++)
    authors.push({ kind: 'staff', id: (await addStaff(shop, 'content')).id, roles: ['content'] })
  const write = (author: Staff | typeof operator, number: number) =>
    transactionAs(shop.deps, author, async (tx) => {
      for (let entry = 0; entry <= number % 4; entry++)
        await tx.query(
          `insert into companies (name, industry, city, why, is_partner, is_alumni_employer) values ($1, 'Tools', 'Pune', 'Why', true, false)`,
          [`${number}-${entry}`],
        )
      if (number % 3 === 0)
        await tx.query(`insert into reply_templates (name, subject, body) values ($1, 'Hello', 'Hello')`, [`${number}`])
    })
  const sizes = Array.from({ length: 14 }, (_, number) => (number % 4) + 1 + (number % 3 === 0 ? 1 : 0))
  // One after the other for each author: the log tells transactions of one author by their microsecond.
  await Promise.all(
    [...authors, operator].map(async (author, index) => {
      for (let number = index; number < sizes.length; number += 3) await write(author, number)
    }),
  )
  const list = async (query = '') => (await shop.get(`/staff/audit/transactions/${query}`, owner.access)).json<Transactions>()
  return { shop, access: owner.access, list, sizes }
}

test.each([1, 2, 5, 100])('pages of %i list each transaction once', async (limit) => {
  const { shop, access, list, sizes } = await severalTransactions()
  const found: AuditTransaction[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Transactions = await list(`?subject=companies&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.total).toBe(sizes.length)
    found.push(...page.items)
    cursor = page.next_cursor
  }
  expect(found.map(({ name }) => Number(name?.split('-')[0])).toSorted((one, other) => one - other)).toEqual([...sizes.keys()])
  expect(found.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toSorted((one, other) => other - one))
  for (const { id, name, records } of found) {
    const number = Number(name?.split('-')[0])
    expect(records).toBe(sizes[number])
    const { items, total } = (await shop.get(`/staff/audit/${id}/transaction/`, access)).json<Transactions>()
    expect([items.length, total]).toEqual([records, records])
    expect(items.every((entry) => entry.subject !== 'companies' || entry.name?.startsWith(`${number}-`))).toBe(true)
  }
})

test('a filter finds transactions by any of their entries', async () => {
  const { shop, access, list, sizes } = await severalTransactions()
  const { items, total } = await list('?subject=reply_templates')
  expect(total).toBe(sizes.filter((_, number) => number % 3 === 0).length)
  expect(new Set(items.map(({ subject }) => subject))).toEqual(new Set(['reply_templates']))
  // The file has a row for each entry.
  const csv = await shop.get('/staff/audit/export/?subject=companies', access)
  expect(csv.body.trim().split('\r\n')).toHaveLength(1 + sizes.reduce((sum, _, number) => sum + (number % 4) + 1, 0))
  expect((await shop.get('/staff/audit/999999/transaction/', access)).statusCode).toBe(404)
})

test('a refund is one line that says so', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { price: 4_500_000, discounts: [], capacity: 2 })
  const paymentId = await buyOnline(desk, batchId, (await desk.student()).access)
  expect((await refund(clerk, paymentId, { amount_paise: 100_000 })).status).toBe(201)
  const owner = await enterConsole(desk.shop, await addStaff(desk.shop, 'owner'))
  const { items } = (await desk.shop.get('/staff/audit/transactions/?subject=approvals', owner.access)).json<Transactions>()
  expect(items).toHaveLength(1)
  const all = (await desk.shop.get('/staff/audit/transactions/', owner.access)).json<Transactions>()
  const line = all.items.find(({ at }) => at === items[0]?.at)
  expect(line).toMatchObject({ subject: 'refunds', operation: 'insert', records: items[0]?.records })
  expect(line?.records).toBeGreaterThan(1)
})

test('each kind of entry can be asked for its name', async () => {
  const { db } = await createTestApp()
  for (const subject of [...Object.keys(auditSubjects), 'no_table'])
    for (const id of ['999999999', 'a key of text'])
      expect((await db.query('select audited_name($1, $2) as name', [subject, id])).rows, subject).toEqual([{ name: null }])
})

/** The text of a function of the database. */
async function sourceOf(db: TestApp['db'], name: string): Promise<string> {
  const { rows } = await db.query<{ source: string }>('select prosrc as source from pg_proc where proname = $1', [name])
  return rows.map(({ source }) => source).join()
}

test('the log names the records of each audited table', async () => {
  const { db } = await createTestApp()
  const source = await sourceOf(db, 'audited_name')
  // The settings are one record. An export has no record, and its entry says what it is of.
  const nameless = ['site_settings', 'list_exports']
  const unnamed = Object.keys(auditSubjects).filter((table) => !nameless.includes(table) && !source.includes(`'${table}'`))
  expect(unnamed, 'add these to audited_name by a migration').toEqual([])
})

test('the log of a student has each table with an account', async () => {
  const { db } = await createTestApp()
  const { rows } = await db.query<{ table: string }>(
    `select distinct conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and confrelid = 'users'::regclass and connamespace = 'public'::regnamespace`,
  )
  const ofStudents = rows.map(({ table }) => table).filter((table) => table in auditSubjects)
  expect(ofStudents.length).toBeGreaterThan(10)
  for (const name of ['audited_student', 'audited_rows_of_student']) {
    const source = await sourceOf(db, name)
    const missing = ofStudents.filter((table) => !source.includes(`'${table}'`))
    expect(missing, `add these to ${name} by a migration`).toEqual([])
  }
})
