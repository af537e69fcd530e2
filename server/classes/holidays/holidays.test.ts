import { expect, test } from 'vitest'
import type { HolidayRecord } from '#contract/classes/staff/holidays.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { staffClient } from '#tests/school/staff-client.ts'

const harvest = { calendar: 'India', day: '2031-02-05', name: 'Harvest' }

test('a holiday is added, changed, filtered and removed', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  const made = (await call('POST', 'holidays/', { body: harvest })).as<HolidayRecord>()
  expect(made).toMatchObject(harvest)
  await call('POST', 'holidays/', { body: { ...harvest, calendar: 'Pune' } })
  const again = await call('POST', 'holidays/', { body: harvest })
  expect([again.status, again.error['day']]).toEqual([409, ['This day is in the calendar already.']])
  const changed = (
    await call('PATCH', `holidays/${made.id}/`, { body: { day: '2031-02-06' }, version: made.version })
  ).as<HolidayRecord>()
  expect(changed).toMatchObject({ ...harvest, day: '2031-02-06' })
  const days = async (query: string) =>
    (await call('GET', `holidays/${query}`))
      .as<{ items: HolidayRecord[] }>()
      .items.map(({ day, calendar }) => `${calendar} ${day}`)
  expect(await days('')).toEqual(['Pune 2031-02-05', 'India 2031-02-06'])
  expect(await days('?calendar=India&from=2031-02-06&to=2031-02-06')).toEqual(['India 2031-02-06'])
  expect(await days('?from=2031-02-07')).toEqual([])
  expect((await call('POST', `holidays/${made.id}/remove/`, { version: made.version })).error).toMatchObject({
    code: 'stale',
    current: changed,
  })
  expect((await call('POST', `holidays/${made.id}/remove/`, { version: changed.version })).as()).toEqual(changed)
  expect((await call('POST', `holidays/${made.id}/remove/`, { version: changed.version })).status).toBe(404)
  expect(await days('')).toEqual(['Pune 2031-02-05'])
  const { rows } = await shop.db.query(`select operation from audit_log where row_id = $1::text order by id`, [made.id])
  expect(rows).toEqual([{ operation: 'insert' }, { operation: 'update' }, { operation: 'delete' }])
})

test.each(['2031-02-30', '1999-12-31', '2100-01-01', 'tomorrow', '2031-02-05T00:00:00Z'])('refuses the day %s', async (day) => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  expect((await call('POST', 'holidays/', { body: { ...harvest, day } })).status).toBe(400)
  expect((await call('GET', `holidays/?from=${day}`)).status).toBe(400)
})
