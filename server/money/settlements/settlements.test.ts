import { expect, test } from 'vitest'
import type { Settlement, SettlementEntry, UnsettledMoney } from '#contract/money/staff/settlements.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { setSettings } from '#tests/school/set-settings.ts'
import { addStaff } from '#tests/school/staff.ts'
import { operator, system } from '#server/platform/auth/principal.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'
import { readSettlementsJob } from './jobs.ts'
import { readSettlements } from './read-settlements.ts'

/** A school whose provider has a Monday morning in India. The Saturday after it is the second one, and no national holiday is near. */
async function openSchool() {
  const shop = await createPayingShop()
  const { rows } = await shop.db.query<{ seconds: number }>(
    `select extract(epoch from (d + time '10:00') at time zone 'Asia/Kolkata' - app_now())::int as seconds
     from generate_series(1, 75) ahead cross join lateral (select (app_now() at time zone 'Asia/Kolkata')::date + ahead as d) later
     where extract(isodow from d) = 1 and extract(day from d) between 3 and 9 and extract(month from d) <> 8 order by d limit 1`,
  )
  const pass = async (seconds: number) => {
    await shop.passTime(`${seconds} seconds`)
    await shop.provider('POST', '/control/clock', { advance_seconds: seconds })
  }
  await pass(rows[0]?.seconds ?? 0)
  const call = staffClient(shop, 'finance', await addStaff(shop, 'finance'))
  const passDays = (days: number) => pass(days * 86_400)
  const sell = async (price: number) => {
    const { batchId } = await sellCourse(shop.db, { price, startsIn: '60 days' })
    return (await buy(shop, batchId)).triple.razorpay_payment_id
  }
  const refund = async (providerId: string, amountPaise: number) => {
    const found = await shop.db.query<{ id: number }>(`select id::int from payments where provider_payment_id = $1`, [providerId])
    await requestRefund(shop.deps, operator, {
      paymentId: found.rows[0]?.id ?? 0,
      reason: 'Late.',
      keepsAccess: true,
      amountPaise,
    })
    await shop.sendRefunds()
    await shop.deliverWebhooks()
  }
  const list = async () => (await call('GET', 'settlements/?sort=settled_at')).as<{ items: Settlement[] }>().items
  const entries = async (id: number) => (await call('GET', `settlements/${id}/entries/`)).as<{ items: SettlementEntry[] }>().items
  const unsettled = async () => (await call('GET', 'settlements/waiting/')).as<UnsettledMoney>()
  return { shop, call, passDays, sell, refund, list, entries, unsettled, readAll: () => readSettlements(shop.deps, system) }
}

test('a payment is settled two working days later, less its fee', async () => {
  const { passDays, sell, list, entries, unsettled, readAll } = await openSchool()
  const id = await sell(1_000_000)
  await readAll()
  expect([await list(), await unsettled()]).toEqual([
    [],
    {
      waiting: 1,
      waiting_paise: 1_000_000,
      on_hold: 0,
      on_hold_paise: 0,
      late: [],
      differences: [],
      read_at: expect.any(String),
    },
  ])
  await passDays(3)
  await readAll()
  await readAll()
  const [settlement] = await list()
  expect(settlement).toMatchObject({
    status: 'processed',
    amount_paise: 976_400,
    fee_paise: 23_600,
    tax_paise: 3600,
    utr: expect.stringMatching(/^KRY\d{13}$/),
    entries: 1,
    problems: [],
  })
  expect(new Date(settlement?.settled_at ?? 0).getUTCDay()).toBe(3)
  expect(await entries(settlement?.id ?? 0)).toMatchObject([
    {
      entity_id: id,
      type: 'payment',
      credit_paise: 976_400,
      debit_paise: 0,
      payment_id: expect.any(Number),
      student: expect.any(String),
    },
  ])
  expect(await unsettled()).toMatchObject({ waiting: 0, late: [], differences: [] })
})

test('a payment of a Thursday is settled on Monday', async () => {
  const { passDays, sell, list, readAll } = await openSchool()
  await passDays(3)
  await sell(1_000_000)
  await passDays(3)
  await readAll()
  expect(await list()).toEqual([])
  await passDays(2)
  await readAll()
  expect((await list()).map(({ settled_at: at }) => new Date(at).getUTCDay())).toEqual([1])
})

test('a payment before a third Saturday is settled on it', async () => {
  const { passDays, sell, list, readAll } = await openSchool()
  await passDays(10)
  await sell(1_000_000)
  await passDays(3)
  await readAll()
  expect((await list()).map(({ settled_at: at }) => new Date(at).getUTCDay())).toEqual([6])
})

test('a refund is taken off a settlement', async () => {
  const { passDays, sell, refund, list, entries, readAll } = await openSchool()
  const id = await sell(1_000_000)
  await refund(id, 300_000)
  await passDays(3)
  await readAll()
  const [settlement] = await list()
  expect(settlement).toMatchObject({ amount_paise: 676_400, entries: 2, problems: [] })
  const lines = await entries(settlement?.id ?? 0)
  expect(lines.reduce((sum, line) => sum + line.credit_paise - line.debit_paise, 0)).toBe(676_400)
  expect(new Set(lines.map(({ payment_id: payment }) => payment)).size).toBe(1)
})

test('the webhook of a settlement has it read', async () => {
  const { shop, passDays, sell, list } = await openSchool()
  await sell(1_000_000)
  await passDays(3)
  await shop.deliverWebhooks()
  expect(await shop.deps.jobs.drain(readSettlementsJob, () => readSettlements(shop.deps, system))).toBe(1)
  expect(await list()).toHaveLength(1)
})

test('a payment that is never settled waits for a person', async () => {
  const { shop, passDays, sell, unsettled, readAll } = await openSchool()
  await shop.faults({ settlements: { fault: 'missing', times: 1 } })
  const id = await sell(1_000_000)
  await passDays(4)
  await readAll()
  expect((await unsettled()).late).toEqual([])
  await passDays(4)
  await readAll()
  expect(await unsettled()).toMatchObject({ waiting: 0, late: [{ provider_payment_id: id, amount_paise: 1_000_000 }] })
})

test('a bank holiday is no working day', async () => {
  const { shop, passDays, sell, unsettled, readAll } = await openSchool()
  await shop.faults({ settlements: { fault: 'missing', times: 1 } })
  await sell(1_000_000)
  const { rows } = await shop.db.query<{ day: string }>(`select ((app_now() at time zone 'Asia/Kolkata')::date + 2)::text as day`)
  await setSettings(shop.db, { bank_holidays: rows.map(({ day }) => ({ day, name: 'Diwali' })) })
  await passDays(8)
  await readAll()
  expect(await unsettled()).toMatchObject({ waiting: 1, late: [] })
  await setSettings(shop.db, { bank_holidays: [] })
  expect(await unsettled()).toMatchObject({ waiting: 0, late: [{ amount_paise: 1_000_000 }] })
})

test('banks close on Sundays, two Saturdays and national holidays', async () => {
  const { shop } = await openSchool()
  const days = ['2026-12-05', '2026-12-12', '2026-12-13', '2026-12-19', '2026-12-26', '2027-01-26', '2027-01-30', '2027-08-16']
  const { rows } = await shop.db.query(
    `select array_agg(d::text order by d) as closed from unnest($1::date[]) d where is_bank_holiday(d)`,
    [days],
  )
  expect(rows).toEqual([{ closed: ['2026-12-12', '2026-12-13', '2026-12-26', '2027-01-26'] }])
})

test('a payment on hold is not late', async () => {
  const { shop, passDays, sell, unsettled, readAll } = await openSchool()
  await shop.faults({ settlements: { fault: 'on_hold', times: 1 } })
  await sell(1_000_000)
  await passDays(10)
  await readAll()
  await readAll()
  expect(await unsettled()).toMatchObject({ waiting: 0, on_hold: 1, on_hold_paise: 1_000_000, late: [] })
})

test('a payment in two settlements is a difference of the second', async () => {
  const { shop, passDays, sell, list, unsettled, readAll } = await openSchool()
  await shop.faults({ settlements: { fault: 'twice', times: 1 } })
  const id = await sell(1_000_000)
  await passDays(6)
  await readAll()
  expect(await list()).toHaveLength(2)
  expect((await unsettled()).differences.flatMap(({ problems }) => problems)).toEqual([`${id} is in another settlement too.`])
})

test('a settlement that its lines do not explain is a difference', async () => {
  const { shop, call, passDays, sell, unsettled, readAll } = await openSchool()
  await shop.faults({ settlements: { fault: 'wrong_sum', times: 1 } })
  await sell(1_000_000)
  await passDays(3)
  await readAll()
  expect((await unsettled()).differences).toMatchObject([
    { problems: ['Its lines come to ₹9,764.00, and ₹9,763.00 was paid out.'] },
  ])
  const { items } = (await call('GET', 'settlements/?has_problems=true')).as<{ items: Settlement[] }>()
  expect(items).toHaveLength(1)
})

test('a line of another amount or payment is a difference', async () => {
  const { shop, passDays, sell, unsettled, readAll } = await openSchool()
  const [first, second] = [await sell(1_000_000), await sell(500_000)]
  await shop.db.query(`update payments set amount_paise = 1000100 where amount_paise = 1000000`)
  await shop.db.query(`update payments set provider_payment_id = 'pay_Elsewhere' where amount_paise = 500000`)
  await passDays(3)
  await readAll()
  expect((await unsettled()).differences.flatMap(({ problems }) => problems)).toEqual([
    `${first} is of ₹10,001 here and of ₹10,000 in the settlement.`,
    `${second} is a payment that is not known here.`,
  ])
})

test('a late settlement of a closed month is booked today', async () => {
  const { shop, call, passDays, sell, readAll } = await openSchool()
  await sell(1_000_000)
  await passDays(40)
  const { items } = (await call('GET', 'months/')).as<{ items: { month: string; is_over: boolean }[] }>()
  for (const { month } of items.filter((one) => one.is_over))
    expect((await call('POST', `months/${month}/close/`)).status).toBe(200)
  await readAll()
  const { rows } = await shop.db.query(
    `select booked_on = (app_now() at time zone 'Asia/Kolkata')::date as is_today from settlements`,
  )
  expect(rows).toEqual([{ is_today: true }])
})

test('a settlement that reaches the bank the next day is explained', async () => {
  const { shop, passDays, sell, list } = await openSchool()
  await sell(1_000_000)
  await passDays(4)
  const { gateway } = shop.deps
  const asked: string[] = []
  const listSettled: typeof gateway.listSettled = async (keyId, { day, ...page }) => {
    asked.push(day)
    // The lines stand a day later than the settlement was made.
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    return gateway.listSettled(keyId, { day: before, ...page })
  }
  await readSettlements({ ...shop.deps, gateway: { ...gateway, listSettled } }, system)
  expect(await list()).toMatchObject([{ amount_paise: 976_400, entries: 1, problems: [] }])
  expect(asked).toHaveLength(2)
})
