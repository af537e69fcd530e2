import { expect, onTestFinished, test } from 'vitest'
import { leaseDatabase } from './lease-database.ts'

const lease = () => leaseDatabase(() => undefined)

test('a released database has the rows and sequences of the template', async () => {
  const first = await lease()
  const state = async ({ testPool }: typeof first) =>
    (
      await testPool.query(
        `select (select json_agg(u order by id) from utility_items u) as items, (select count(*) from users) as users,
                (select json_agg(c) from app_clock c) as clock,
                (select json_object_agg(s.seqrelid::regclass, d order by s.seqrelid) from pg_sequence s, pg_get_sequence_data(s.seqrelid) d) as sequences`,
      )
    ).rows
  const before = await state(first)
  await first.testPool.query(`insert into users (full_name, email) values ('Asha', 'asha@example.com')`)
  await first.testPool.query(`update app_clock set "offset" = '1 day'`)
  await first.testPool.query('delete from utility_items')
  await first.testPool.query(`select nextval(pg_get_serial_sequence('utility_items', 'id'))`)
  expect(await state(first)).not.toEqual(before)
  await first.release()

  const second = await lease()
  onTestFinished(second.release)
  expect(second.url).toBe(first.url)
  expect(await state(second)).toEqual(before)
})

test.each([
  'create table added (id int)',
  'create index added on users (full_name)',
  'alter table users add column added int',
  'alter table users disable trigger all',
  'alter table limit_counters rename to elsewhere',
  'alter table users rename column full_name to name',
  `alter table users alter column phone set default '9000000000'`,
  'alter sequence users_id_seq increment by 2',
  'create or replace view added as select 1',
  'create function added() returns int language sql as $$ select 1 $$',
  'drop table limit_counters',
  'grant select on users to pg_monitor',
])('a database with a changed schema is dropped: %s', async (change) => {
  const first = await lease()
  await first.testPool.query(change)
  await first.release()
  const second = await lease()
  onTestFinished(second.release)
  expect(second.url).not.toBe(first.url)
})

test('a database whose connection is in use is dropped', async () => {
  const first = await lease()
  const client = await first.appPool.connect()
  const released = first.release()
  client.release()
  await released
  const second = await lease()
  onTestFinished(second.release)
  expect(second.url).not.toBe(first.url)
})

test('a database whose pool has a replaced function is dropped', async () => {
  const first = await lease()
  first.appPool.query = () => Promise.reject(new Error('The database is away.'))
  await first.release()
  const second = await lease()
  onTestFinished(second.release)
  expect(second.url).not.toBe(first.url)
})
