import { expect, test } from 'vitest'
import type { Today } from '#contract/desk/staff/today.ts'
import type { PayingShop } from '#tests/school/create-paying-shop.ts'
import { buy, sold } from '#tests/school/sell-with-receipt.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { runPayments } from '#server/money/cli/payments.ts'
import { followRestore } from '#server/money/settlement/follow-restore.ts'

const run = (shop: PayingShop, ...args: string[]) => runPayments(shop.deps, args)

const serials = async (shop: PayingShop) =>
  (
    await shop.db.query<{ serial: string }>('select kind || number as serial from issued_documents order by issued_at, id')
  ).rows.map(({ serial }) => serial)

const receiptMails = async (shop: PayingShop, email: string) =>
  (await shop.mails(email)).filter(({ subject }) => subject.includes('Receipt'))

/** The last number of each series, as an operator types it. The receipts of this year have `receipts`. */
const numbersFrom = ({ serial }: { serial: string }, receipts: string): string[] => {
  const years = serial.split('/')[1] ?? ''
  return [`KS/${years}/${receipts}`, `KC/${years}/000000`, `KF/${years}/000000`, `KN/${years}/000004`]
}

test('documents after a restore wait for its answer [PAY-77]', async () => {
  const { shop, batchId, receipt, payment } = await sold()
  await run(shop, 'restored')
  const { rows } = await shop.db.query<{ id: number }>('select id from payments')
  const refund = () => run(shop, 'refund', String(rows[0]?.id), 'moved abroad')
  expect(await refund()).toEqual({ lines: [expect.stringContaining('A backup was restored')], code: 1 })
  await followRestore(shop.deps, system)
  expect((await refund()).code).toBe(0)
  await shop.sendRefunds()
  const other = await buy(shop, batchId)
  await followRestore(shop.deps, system)

  expect(await shop.ledger()).toMatchObject({ enrolments: 1, receipts: 1, dispositions: ['refunded', 'enrolled'] })
  expect(await serials(shop)).toEqual(['receipt1'])
  expect(await receiptMails(shop, other.person.email)).toHaveLength(0)
  expect(await run(shop, 'series')).toMatchObject({
    lines: expect.arrayContaining([expect.stringContaining('2 documents wait')]),
    code: 1,
  })
  const ledger = await run(shop, 'ledger')
  expect([ledger.lines.at(-1), ledger.code]).toEqual([
    'The ledger does not balance: 1 restore waits for its answer, 2 documents wait for the answer about a restore.',
    1,
  ])
  const today = await staffClient(shop, 'finance')('GET', 'today/')
  expect(today.as<Today>()).toMatchObject({ restore: { waiting: 2 } })

  const answered = await run(shop, 'issued', ...numbersFrom(receipt, '000118'))
  expect(answered).toMatchObject({ code: 0 })
  expect(answered.lines[0]).toMatch(
    /next number is KS\/\d{4}\/000119.* not in these books: KS\/\d{4}\/000002 to KS\/\d{4}\/000118/,
  )
  await followRestore(shop.deps, system)
  await followRestore(shop.deps, system)
  expect(await serials(shop)).toEqual(['receipt1', 'refund_note5', 'receipt119'])
  expect(await receiptMails(shop, other.person.email)).toHaveLength(1)
  const note = await shop.db.query(
    `select printed #>> '{receipt,serial}' as receipt, printed ->> 'payment_id' as payment from refund_notes`,
  )
  expect(note.rows).toEqual([{ receipt: receipt.serial, payment: payment.razorpay_payment_id }])
  expect(await run(shop, 'ledger')).toMatchObject({ code: 0 })
  expect(
    (await shop.db.query(`select actor_kind, operation from audit_log where table_name = 'restores' order by id`)).rows,
  ).toEqual([
    { actor_kind: 'operator', operation: 'insert' },
    { actor_kind: 'operator', operation: 'update' },
  ])
})

test('an unanswered restore keeps the ledger open before documents wait', async () => {
  const { shop } = await sold()
  await run(shop, 'restored')
  expect(await run(shop, 'ledger')).toMatchObject({
    lines: expect.arrayContaining(['The ledger does not balance: 1 restore waits for its answer.']),
    code: 1,
  })
  shop.deps.config.metricsToken = 'token'
  const { body } = await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })
  expect(body).toContain('waiting_work{kind="restore"} 1')
  await run(shop, 'issued', 'none')
  expect(await run(shop, 'ledger')).toMatchObject({ code: 0 })
})

test('a move leaves the question about an earlier restore open', async () => {
  const { shop } = await sold()
  await run(shop, 'restored')
  // The database moves before anybody has answered.
  await run(shop, 'restored')
  const moved = await run(shop, 'issued', 'none')
  expect([moved.code, moved.lines.at(-1)]).toEqual([0, expect.stringContaining('An earlier restore still waits')])
  expect(await run(shop, 'ledger')).toMatchObject({
    lines: expect.arrayContaining(['The ledger does not balance: 1 restore waits for its answer.']),
    code: 1,
  })
  expect((await shop.db.query('select is_move from restores order by id')).rows).toEqual([{ is_move: false }, { is_move: true }])
  await run(shop, 'issued', 'new')
  expect(await run(shop, 'ledger')).toMatchObject({ code: 0 })
})

test('a note waits for the receipt that it cites', async () => {
  const { shop, batchId, receipt } = await sold()
  await run(shop, 'restored')
  await followRestore(shop.deps, system)
  await buy(shop, batchId)
  const { rows } = await shop.db.query<{ id: number }>('select id from payments order by id desc limit 1')
  await run(shop, 'refund', String(rows[0]?.id), 'moved abroad')
  await run(shop, 'issued', ...numbersFrom(receipt, '000001'))
  await shop.sendRefunds()
  expect(await serials(shop)).toEqual(['receipt1'])
  await followRestore(shop.deps, system)
  expect(await serials(shop)).toEqual(['receipt1', 'receipt2', 'refund_note5'])
  const { rows: notes } = await shop.db.query(`select printed #>> '{receipt,serial}' like '%/000002' as cites from refund_notes`)
  expect(notes).toEqual([{ cites: true }])
})

test('a receipt that waited prints the sale of its day', async () => {
  const { shop, batchId } = await sold()
  await run(shop, 'restored')
  const other = await buy(shop, batchId)
  await shop.db.query(`update courses set title = 'Renamed'`)
  await shop.db.query(
    `update users set full_name = 'Deleted', email = 'x@erased.invalid', erased_at = app_now(), disabled_at = app_now() where email = $1`,
    [other.person.email],
  )
  await run(shop, 'issued', 'none')
  await followRestore(shop.deps, system)
  const { rows } =
    await shop.db.query(`select number, printed #>> '{student,name}' as name, printed #>> '{sold,course_title}' as course
    from receipts order by number`)
  expect(rows).toMatchObject([{ number: 1 }, { number: 2, name: other.person.full_name, course: 'Testing in Practice' }])
  expect(
    (await shop.db.query(`select 1 from mail_outbox where template = 'receipt' and to_address like '%erased%'`)).rows,
  ).toEqual([])
})

/** Begins new series and sells once. Returns the number of its receipt. @param seconds of the clock from now */
async function firstOfNewSeries({ shop, batchId }: Pick<Awaited<ReturnType<typeof sold>>, 'shop' | 'batchId'>, seconds: number) {
  await shop.db.query(`update app_clock set "offset" = make_interval(secs => $1)`, [seconds])
  await run(shop, 'restored')
  expect((await run(shop, 'issued', 'new')).code).toBe(0)
  await buy(shop, batchId)
  const { rows } = await shop.db.query<{ number: number }>('select max(number) as number from receipts')
  return rows[0]?.number ?? 0
}

test('an unknown end begins new series', async () => {
  const school = await sold()
  const [first, sameMinute, later] = [
    await firstOfNewSeries(school, 0),
    await firstOfNewSeries(school, 0),
    await firstOfNewSeries(school, 600),
  ]
  expect(sameMinute).toBeGreaterThan(first + 180)
  expect(later).toBeGreaterThan(sameMinute)
  expect(later).toBeLessThan(99_000_000)
})

/** Begins new series at an instant. Returns the next number of the receipts. */
async function seriesBegunAt({ shop }: Pick<Awaited<ReturnType<typeof sold>>, 'shop'>, at: string): Promise<number> {
  await shop.db.query(`update app_clock set "offset" = $1::timestamptz - now()`, [at])
  await run(shop, 'restored')
  const { lines } = await run(shop, 'issued', 'new')
  return Number(/KS\/\d{4}\/(\d+)\./.exec(lines[0] ?? '')?.[1])
}

test('two restores in a minute begin at other numbers', async () => {
  const first = await seriesBegunAt(await sold(), '2027-02-01T10:00:05+05:30')
  const second = await seriesBegunAt(await sold(), '2027-02-01T10:00:25+05:30')
  // Each answer comes a moment after its clock was set.
  expect(Math.abs(second - first - 60)).toBeLessThan(30)
})

/** Restores a snapshot of the last day of a year. Returns the next number of the receipts after an answer of the new year. */
async function seriesOfSnapshot({ shop }: Pick<Awaited<ReturnType<typeof sold>>, 'shop'>, at: string): Promise<number> {
  await shop.db.query(`insert into restores (snapshot_at, restored_at) values ('2027-03-31T20:00+05:30', now())`)
  await shop.db.query(`update app_clock set "offset" = $1::timestamptz - now()`, [at])
  const { lines } = await run(shop, 'issued', 'new')
  return Number(/KS\/2728\/(\d+)\./.exec(lines[0] ?? '')?.[1])
}

test('two restores as a year begins have other numbers', async () => {
  const first = await seriesOfSnapshot(await sold(), '2027-04-01T00:00:10+05:30')
  const second = await seriesOfSnapshot(await sold(), '2027-04-01T00:00:40+05:30')
  expect(Math.abs(second - first - 90)).toBeLessThan(30)
})

test('series have room at the end of a year', async () => {
  const next = await seriesBegunAt(await sold(), '2028-03-31T23:58:00+05:30')
  expect(next).toBeGreaterThan(94_000_000)
  expect(next).toBeLessThan(99_000_000)
})

test.each([
  ['no answer', [], 2, 'npm run payments'],
  ['unknown words', ['nothing'], 2, 'npm run payments'],
  ['one series of four', ['KS/years/000118'], 1, 'Give the last number of KC once'],
  [
    'a number below the books',
    ['KS/years/000000', 'KC/years/000000', 'KF/years/000000', 'KN/years/000000'],
    1,
    'These books have KS/',
  ],
  ['another year', ['KS/0001/000118', 'KC/0001/000000', 'KF/0001/000000', 'KN/0001/000000'], 1, 'begin like KS/'],
])('refuses %s about a restore', async (_, words, code, message) => {
  const { shop, receipt } = await sold()
  await run(shop, 'restored')
  const years = receipt.serial.split('/')[1] ?? ''
  const answer = await run(shop, 'issued', ...words.map((word) => word.replace('years', years)))
  expect([answer.code, answer.lines.join('\n')]).toEqual([code, expect.stringContaining(message)])
  expect((await run(shop, 'series')).code).toBe(1)
})

test('refuses an answer without a restore', async () => {
  const { shop } = await sold()
  expect(await run(shop, 'issued', 'none')).toEqual({ lines: ['No restore waits for an answer.'], code: 1 })
  expect((await run(shop, 'series')).code).toBe(0)
})
