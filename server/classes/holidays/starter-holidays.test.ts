import { expect, test } from 'vitest'
import type { HolidayRecord } from '#contract/classes/staff/holidays.ts'
import { system } from '#server/platform/auth/principal.ts'
import { setActor } from '#server/platform/db/set-actor.ts'
import { transaction } from '#server/platform/db/query.ts'
import { readToday } from '#server/platform/db/days-in-india.ts'
import { firstSettings } from '#server/platform/settings/site-settings.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { daysOfIndia } from './fixed-days.ts'
import { giveHolidays } from './give-holidays.ts'

type Days = { items: HolidayRecord[] }
interface Offer {
  state: string | null
  days: { day: string; name: string }[]
}

test('a new school gets the holidays of India once', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  await Promise.all([giveHolidays(shop, system), giveHolidays(shop, system)])
  const { items } = (await call('GET', 'holidays/?limit=100')).as<Days>()
  const today = await readToday(shop.db)
  expect(items.map(({ day }) => day).toSorted()).toEqual(
    daysOfIndia(today)
      .map(({ day }) => day)
      .toSorted(),
  )
  expect(items).toContainEqual(
    expect.objectContaining({ day: `${Number(today.slice(0, 4)) + 1}-08-15`, calendar: 'India', is_tentative: false }),
  )
  const [first] = items
  if (!first) throw new Error('no holiday was given')
  expect((await call('POST', `holidays/${first.id}/remove/`, { version: first.version })).status).toBe(200)
  await giveHolidays(shop, system)
  expect((await call('GET', 'holidays/?limit=100')).as<Days>().items).toHaveLength(items.length - 1)
})

test('days that follow the moon are marked until checked', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  const made = (
    await call('POST', 'holidays/', { body: { calendar: 'India', day: '2027-10-29', name: 'Diwali' } })
  ).as<HolidayRecord>()
  const act = async (verb: string, version: number) =>
    (await call('POST', `holidays/${made.id}/${verb}/`, { version })).as<HolidayRecord>()
  const doubted = await act('doubt', made.version)
  expect(doubted.is_tentative).toBe(true)
  const confirmed = await act('confirm', doubted.version)
  expect(confirmed.is_tentative).toBe(false)
  const again = await act('doubt', confirmed.version)
  const change = (body: object, version: number) => call('PATCH', `holidays/${made.id}/`, { body, version })
  const renamed = (await change({ name: 'Deepavali' }, again.version)).as<HolidayRecord>()
  expect(renamed.is_tentative).toBe(true)
  expect((await change({ day: '2027-10-30' }, renamed.version)).as<HolidayRecord>().is_tentative).toBe(false)
  expect(
    daysOfIndia('2027-10-01')
      .filter(({ is_tentative }) => is_tentative)
      .map(({ name }) => name),
  ).toEqual(['Dussehra', 'Diwali', 'Guru Nanak Jayanti'])
})

test('days of the State are offered once and added', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  const offer = async () => (await call('GET', 'state-holidays/')).as<Offer>()
  const answer = (add: boolean) => call('POST', 'state-holidays/', { body: { add } })
  expect(await offer()).toEqual({ state: null, days: [] })
  expect((await answer(true)).as()).toEqual({ added: 0 })
  await storeState(shop, '27')
  await shop.db.query(`update app_clock set "offset" = '2031-03-01T06:00:00Z'::timestamptz - now()`)
  const own = { calendar: 'India', day: '2032-05-01', name: 'Our own name' }
  await call('POST', 'holidays/', { body: own })
  const { state, days } = await offer()
  expect([state, days.map(({ day }) => day)]).toEqual(['Maharashtra', ['2031-04-14', '2031-05-01', '2032-02-19', '2032-04-14']])
  const added = (await Promise.all([answer(true), answer(true)])).map((one) => one.as<{ added: number }>().added)
  expect(added.toSorted((a, b) => a - b)).toEqual([0, 4])
  const { items } = (await call('GET', `holidays/?from=${own.day}&to=${own.day}`)).as<Days>()
  expect(items).toEqual([expect.objectContaining(own)])
  const { items: all } = (await call('GET', 'holidays/')).as<Days>()
  for (const { id, version } of all) await call('POST', `holidays/${id}/remove/`, { version })
  expect(await offer()).toEqual({ state: null, days: [] })
})

test('declined days of the State are not offered again', async () => {
  const shop = await createTestApp()
  const call = staffClient(shop)
  await storeState(shop, '29')
  expect((await call('POST', 'state-holidays/', { body: { add: false } })).as()).toEqual({ added: 0 })
  expect((await call('GET', 'state-holidays/')).as()).toEqual({ state: null, days: [] })
  expect((await call('GET', 'holidays/')).as<Days>().items).toEqual([])
})

async function storeState(shop: TestApp, code: string): Promise<void> {
  await transaction(shop.db, async (tx) => {
    await setActor(tx, ['system', null])
    await tx.query('delete from site_settings')
    await tx.query('insert into site_settings (settings) values ($1)', [JSON.stringify({ ...firstSettings, state_code: code })])
  })
}
