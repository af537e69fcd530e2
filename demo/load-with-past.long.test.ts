import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { storeDemoStaff } from '#dev/store-demo-staff.ts'
import { openStore } from '#dev/razorpay/open-store.ts'
import { startSandbox } from '#dev/razorpay/start-sandbox.ts'
import { razorpayGateway } from '#server/money/provider/razorpay.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import { ledgerProblems, readLedger } from '#server/money/settlement/read-ledger.ts'
import { type Staff, system } from '#server/platform/auth/principal.ts'
import { listMonths } from '#server/money/month/list-months.ts'
import { readGstr1 } from '#server/money/month/read-gstr1.ts'
import { createTestApp, testKey } from '#tests/school/create-test-app.ts'
import { makeFolder } from '#tests/runner/make-folder.ts'
import { loadWithPast } from './load-with-past.ts'

const finance: Staff = { kind: 'staff', id: 0, roles: ['finance'] }

async function load() {
  const shop = await createTestApp()
  const dataDir = makeFolder('past-')
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const deps = { ...shop.deps, config: { ...shop.deps.config, dataDir } }
  const [key = testKey] = deps.config.provider.keys
  return {
    shop,
    dataDir,
    fill: () => loadWithPast(deps, key, storeDemoStaff(dataDir).file),
    /** Compares every payment with the provider, not only those of the last days. */
    async differencesOfWholePast(): Promise<string | undefined> {
      const { provider } = deps.config
      const { url, close } = await startSandbox({
        port: 0,
        dataDir,
        keyId: key.id,
        keySecret: key.secret,
        webhookSecret: 'secret',
        webhookUrl: 'http://127.0.0.1:1/',
      })
      try {
        await shop.db.query('delete from sweep_progress')
        await reconcileLedger({ ...deps, gateway: razorpayGateway({ ...provider, apiUrl: url }) }, system)
      } finally {
        await close()
      }
      return (await shop.db.query<{ value: string }>('select differences::text as value from sweep_progress')).rows[0]?.value
    },
  }
}

test('the past balances and has every kind of money', async () => {
  const { shop, dataDir, fill, differencesOfWholePast } = await load()
  await fill()
  const valuesOf = async (sql: string) => (await shop.db.query<{ value: string }>(sql)).rows.map(({ value }) => value)

  expect(ledgerProblems(await readLedger(shop.deps, system))).toEqual([])
  expect(await differencesOfWholePast()).toBe('{}')
  expect(
    await valuesOf(
      `select unnest(problems) as value from settlements
       union all select p.provider_payment_id from unsettled_payments u join payments p on p.id = u.payment_id
         where u.captured_at < working_days_ago(5)`,
    ),
    'money that did not reach the bank',
  ).toEqual([])
  expect(Number((await valuesOf('select count(*) as value from settlements'))[0])).toBeGreaterThan(50)
  expect(Number((await valuesOf('select count(*) as value from closed_months'))[0])).toBeGreaterThan(6)
  expect(
    await valuesOf(
      `select provider_settlement_id as value from settlements where booked_on <> (settled_at at time zone 'Asia/Kolkata')::date`,
    ),
    'fees in the books of a later month',
  ).toEqual([])
  expect(
    await valuesOf(
      `select financial_year as value from receipts group by financial_year having count(*) <> max(number)
       union all select financial_year from refund_notes group by kind, financial_year having count(*) <> max(number)`,
    ),
    'numbers with a gap',
  ).toEqual([])
  expect(
    await valuesOf(
      `select number as value from (select number, issued_at, lag(issued_at) over (partition by financial_year order by number) as before
       from receipts) r where issued_at < before`,
    ),
    'numbers before their time',
  ).toEqual([])
  expect((await valuesOf('select distinct financial_year as value from receipts')).length).toBeGreaterThan(1)

  const months = (await listMonths(shop.deps, finance)).map(({ month }) => month)
  const returns = await Promise.all(months.map((month) => readGstr1(shop.deps, finance, { month })))
  expect(returns.flatMap(({ differences }) => differences)).toEqual([])
  // The last month that is over is the one that a newcomer opens.
  expect(returns[1]?.sections.b2b.rows).toBeGreaterThan(0)
  expect(returns[1]?.sections.b2cs.rows).toBeGreaterThan(3)
  expect(await valuesOf(`select id as value from receipts where printed #>> '{supplier,gstin}' is null`)).toEqual([])

  expect(await valuesOf(`select kind as value from approvals where state = 'waiting' order by 1`)).toEqual([
    'offline_payment',
    'refund',
  ])
  expect(await valuesOf('select distinct state as value from offline_payments order by 1')).toEqual([
    'bounced',
    'cleared',
    'received',
    'waiting',
  ])
  expect(await valuesOf('select distinct method as value from offline_payments order by 1')).toEqual([
    'bank_transfer',
    'cash',
    'cheque',
    'upi',
  ])
  expect(await valuesOf('select distinct disposition as value from payments order by 1')).toEqual([
    'enrolled',
    'pending',
    'refunded',
    'review',
  ])
  expect(await valuesOf('select status as value from disputes order by 1')).toEqual(['open', 'won'])
  expect(await valuesOf('select distinct status as value from purchase_requests order by 1')).toEqual([
    'approved',
    'declined',
    'open',
  ])
  expect(
    await valuesOf(
      `select distinct case when state = 'open' and due_on < app_now() then 'late' else state end as value from instalments order by 1`,
    ),
  ).toEqual(['late', 'open', 'paid'])
  expect(await valuesOf('select state as value from waitlist_entries order by turn')).toEqual([
    'offered',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
  ])
  expect(await valuesOf('select id as value from mail_outbox where sent_at is null')).toEqual([])
  expect(await valuesOf(`select "offset"::text as value from app_clock`)).toEqual(['00:00:00'])
  const store = openStore(dataDir)
  expect(store.setting('clock_offset')).toBe('0')
  store.close()
})

test('a past that can not be written leaves an empty school', async () => {
  const { shop, fill } = await load()
  await shop.db.query(`alter table disputes add constraint none check (id < 0)`)
  await expect(fill()).rejects.toThrow(/none/)
  for (const table of ['courses', 'users', 'payments', 'staff']) {
    expect((await shop.db.query(`select from ${table}`)).rowCount, table).toBe(0)
  }
  await shop.db.query('alter table disputes drop constraint none')
  await fill()
  expect((await shop.db.query('select from payments')).rowCount).toBeGreaterThan(100)
})
