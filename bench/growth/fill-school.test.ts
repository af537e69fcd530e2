import { expect, test } from 'vitest'
import type { Course } from '#contract/catalog/catalog.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { fillSchool } from './fill-school.ts'
import { fillings } from './tables.ts'

interface Reference {
  table: string
  column: string
  target: string
  key: string
}

test('every reference of a generated school names a row', async () => {
  const shop = await createTestApp()
  const client = await shop.db.connect()
  await fillSchool(client, 2)
  const { rows: references } = await client.query<Reference>(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target, k.attname as key
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`,
  )
  const lost: string[] = []
  for (const { table, column, target, key } of references) {
    const { rowCount } = await client.query(
      `select from ${table} t where t.${column} is not null and not exists (select from ${target} r where r.${key} = t.${column}) limit 1`,
    )
    if (rowCount) lost.push(`${table}.${column}`)
  }
  client.release()
  expect(references.length).toBeGreaterThan(100)
  expect(lost).toEqual([])
})

test('a generated school has its indexes and sells', async () => {
  const shop = await createTestApp()
  const indexes = `select count(*)::int as count from pg_indexes where schemaname = 'public'`
  const before = await shop.db.query(indexes)
  const client = await shop.db.connect()
  const rows = await fillSchool(client, 1)
  client.release()
  expect(rows).toBeGreaterThan(2000)
  expect((await shop.db.query(indexes)).rows).toEqual(before.rows)
  const course = (await shop.get('/courses/1/')).json<Course>()
  expect(course.upcoming_batches.map(({ can_enroll }) => can_enroll)).toEqual([true, true, false])
  const { rows: counts } = await shop.db.query<{ orders: number; students: number }>(
    `select (select count(*)::int from payment_orders) as orders, (select count(*)::int from users) as students`,
  )
  expect(counts).toEqual([{ orders: 300, students: 100 }])
  // A new row gets an id after the generated ones.
  expect((await shop.post('/course-enquiry/', enquiry)).statusCode).toBe(201)
})

const enquiry = { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210', course_name: 'React' }

test('each table is filled once', () => {
  const tables = fillings.map(({ table }) => table)
  expect(new Set(tables).size).toBe(tables.length)
})
