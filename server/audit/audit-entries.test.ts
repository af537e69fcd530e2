import { expect, test } from 'vitest'
import { type AuditEntry, auditSubjects } from '#contract/staff/audit.ts'
import { createTestApp } from '#tests/create-test-app.ts'
import { addStaff, enterConsole } from '#tests/staff.ts'
import { operator, type Staff } from '../auth/principal.ts'
import { transactionAs } from './staff-transaction.ts'

interface List {
  items: AuditEntry[]
  next_cursor: string | null
  total: number
}

async function changed() {
  const shop = await createTestApp()
  const owner = await enterConsole(shop, await addStaff(shop, 'owner'))
  const { id } = await addStaff(shop, 'content')
  const author: Staff = { kind: 'staff', id, role: 'content' }
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

test('each kind of entry can be asked for its name', async () => {
  const { db } = await createTestApp()
  for (const subject of [...Object.keys(auditSubjects), 'no_table'])
    for (const id of ['999999999', 'a key of text'])
      expect((await db.query('select audited_name($1, $2) as name', [subject, id])).rows, subject).toEqual([{ name: null }])
})
