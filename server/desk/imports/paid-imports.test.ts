import { expect, test } from 'vitest'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { ImportColumns, ImportRecord } from '#contract/desk/staff/imports.ts'
import { type Clerk, decide, type Desk, newReference, openDesk, take } from '#tests/school/desk.ts'
import { checkFile, linesOf, outcomesOf, runFile, sendFile } from '#tests/school/imports.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'

const head = 'name,email,batch,amount,method,reference,received on'
const mapping = { amount: 'amount', method: 'method', reference: 'reference', 'received on': 'received_on' }
const check = (clerk: Clerk, lines: readonly string[], given: object = { mapping }) =>
  checkFile(clerk.call, { text: [head, ...lines].join('\n'), ...given })

const tables = [
  'users',
  'enrolments',
  'offline_payments',
  'payments',
  'payment_orders',
  'receipts',
  'approvals',
  'mail_outbox',
  'student_imports',
]
const countsIn = async (desk: Desk) => Promise.all(tables.map(async (table) => `${table} ${await desk.count(table)}`))

test('lines that are paid are enrolled with receipts', async () => {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const [known, today] = [await desk.student(), await desk.today()]
  const references = [newReference(), newReference(), newReference(), newReference()]
  const lines = [
    `Asha,asha@example.com,${batchId},"₹36,000",GPay,${references[0]},${today}`,
    `Ravi,ravi@example.com,${batchId},36000.0,NEFT,${references[1]},${today}`,
    `Known,${known.email},${batchId},,cash,${references[2]},${today}`,
    `Meera,meera@example.com,${batchId},36000,cheque,HDFC 004512,${today}`,
    `Free,free@example.com,${batchId},0,,,`,
    `Asha,asha@example.com,${batchId},36000,upi,${references[3]},${today}`,
  ]
  const before = await countsIn(desk)
  const found = await check(owner, lines)
  expect(await outcomesOf(owner.call, found.id)).toEqual([
    'account_and_enrolment paid',
    'account_and_enrolment paid',
    'enrolment paid',
    'account at_bank',
    'account_and_enrolment',
    'duplicate',
  ])
  expect(found).toMatchObject({ accounts: 4, enrolments: 4, payments: 3, waiting: 1, problems: 1 })
  // Nothing stays of what was tried.
  expect((await countsIn(desk)).slice(0, -1)).toEqual(before.slice(0, -1))
  const done = (await runFile(owner.call, found)).as<ImportRecord>()
  expect(done).toMatchObject({ state: 'done', payments: 3, waiting: 1 })
  const { rows } = await desk.shop.db.query(
    `select u.full_name as name, f.state, f.amount_paise, f.received_by, d.payment_id is not null as receipt, e.id is not null as enrolled
     from offline_payments f join users u on u.id = f.user_id left join payments p on p.order_id = f.order_id
       left join receipts d on d.payment_id = p.id left join enrolments e on e.payment_id = p.id order by f.id`,
  )
  const common = { amount_paise: 3_600_000, received_by: owner.id }
  const row = (name: string, state: string, got: boolean) => ({ ...common, name, state, receipt: got, enrolled: got })
  expect(rows).toEqual([
    row('Asha', 'cleared', true),
    row('Ravi', 'cleared', true),
    expect.objectContaining({ state: 'cleared', receipt: true, enrolled: true }),
    row('Meera', 'received', false),
  ])
  expect((await desk.shop.mails('asha@example.com'))[0]?.subject).toContain('Receipt')
  await desk.ledger()
  // The same file again changes nothing.
  const again = await check(owner, lines)
  expect(again).toMatchObject({ accounts: 0, enrolments: 0, payments: 0, waiting: 0 })
  expect(await outcomesOf(owner.call, again.id)).toEqual([
    'nothing',
    'nothing',
    'nothing',
    'reference_taken',
    'nothing',
    'duplicate',
  ])
  const undo = await owner.call('POST', `imports/${found.id}/undo/`, { version: done.version })
  expect([undo.status, undo.error.code]).toEqual([409, 'paid'])
  expect(undo.error.message).toContain('4 payments of this run are recorded')
})

test('a choice for all lines fills what cells leave out', async () => {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const [receiver, today] = [await desk.clerk('finance'), await desk.today(3)]
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const paid = { amount_paise: null, method: 'upi', received_on: today, received_by: receiver.id }
  const text = `name,email,UTR no.\nAsha,asha@example.com,${newReference()}\nRavi,ravi@example.com,`
  const found = await checkFile(owner.call, { text, batch_id: batchId, paid })
  expect(await outcomesOf(owner.call, found.id)).toEqual(['account_and_enrolment paid', 'reference'])
  await runFile(owner.call, found)
  const { rows } = await desk.shop.db.query(
    `select method, to_char(received_on, 'YYYY-MM-DD') as received_on, received_by, amount_paise from offline_payments`,
  )
  expect(rows).toEqual([{ method: 'upi', received_on: today, received_by: receiver.id, amount_paise: 3_600_000 }])
})

test('lines show the day that is recorded', async () => {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const day = await desk.today(3)
  const text = `name,email,amount,method,reference,received on
Asha,asha@example.com,36000,upi,${newReference()},${day.split('-').toReversed().join('/')}
Ravi,ravi@example.com,36000,upi,${newReference()},soon`
  const { id } = await checkFile(owner.call, { text, mapping, batch_id: batchId, paid: null })
  expect((await linesOf(owner.call, id)).map(({ received_day: read }) => read)).toEqual([day, null])
})

test('less than the price is a discount where somebody says so', async () => {
  const desk = await openDesk()
  await desk.setLimit(3_000_000)
  const owner = await desk.clerk('owner')
  const { batchId } = await sellCourse(desk.shop.db, { price: 2_000_000 })
  const dear = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const paid = { amount_paise: null, method: 'upi', received_on: await desk.today(), received_by: null, discounts: true }
  const lines = [
    `Asha,asha@example.com,${batchId},18000,,${newReference()},`,
    `Ravi,ravi@example.com,${batchId},20000,,${newReference()},`,
    `Meera,meera@example.com,${dear.batchId},10000,,${newReference()},`,
    `Anil,anil@example.com,${batchId},21000,,${newReference()},`,
  ]
  const found = await check(owner, lines, { paid })
  // The limit counts the list price.
  expect(await outcomesOf(owner.call, found.id)).toEqual([
    'account_and_enrolment paid',
    'account_and_enrolment paid',
    'account waits',
    'price_differs',
  ])
  await runFile(owner.call, found)
  const { rows } = await desk.shop.db.query(
    `select amount_paise, discount_paise, discount_reason from offline_payments order by id`,
  )
  const reason = 'Scholarships of the college programme'
  expect(rows).toEqual([
    { amount_paise: 1_800_000, discount_paise: 200_000, discount_reason: reason },
    { amount_paise: 2_000_000, discount_paise: 0, discount_reason: null },
    { amount_paise: 1_000_000, discount_paise: 2_600_000, discount_reason: reason },
  ])
  await desk.ledger()
})

test('payments above the limit wait for a second person', async () => {
  const desk = await openDesk()
  await desk.setLimit(5_000_000)
  const [owner, second] = [await desk.clerk('owner'), await desk.clerk('finance')]
  const { batchId, courseId } = await sellCourse(desk.shop.db, { price: 3_000_000 })
  const other = await addBatch(desk.shop.db, courseId)
  const today = await desk.today()
  const found = await check(owner, [
    `Asha,asha@example.com,${batchId},30000,upi,${newReference()},${today}`,
    `Asha,asha@example.com,${other},30000,upi,${newReference()},${today}`,
  ])
  expect(await outcomesOf(owner.call, found.id)).toEqual(['account_and_enrolment paid', 'payment waits'])
  expect((await runFile(owner.call, found)).as<ImportRecord>()).toMatchObject({
    state: 'done',
    payments: 1,
    waiting: 1,
    enrolments: 1,
  })
  const [approval] = (await second.call('GET', 'approvals/?state=waiting')).as<{ items: ApprovalRecord[] }>().items
  if (!approval) throw new Error('nothing waits')
  expect(approval).toMatchObject({ kind: 'offline_payment', amount_paise: 3_000_000, asked_by: owner.id })
  expect((await decide(owner, approval, 'approve')).error.code).toBe('own_request')
  expect((await decide(second, approval, 'approve')).as<ApprovalRecord>().state).toBe('approved')
  expect(await desk.count('active_enrolments')).toBe(2)
  await desk.ledger()
})

test('the check says why a payment is refused', async () => {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const dear = await sellCourse(desk.shop.db, { price: 20_000_000 })
  const [student, today, old] = [await desk.student(), await desk.today(), await desk.today(40)]
  const taken = newReference()
  await take(desk, owner, { student_id: student.id, batch_id: batchId, amount_paise: 3_600_000, reference: taken })
  const [repeated, next] = [newReference(), newReference()]
  const line = (n: number, rest: string) => `S${n},s${n}@example.com,${rest}`
  const found = await check(owner, [
    line(1, `${batchId},30000,upi,${newReference()},${today}`),
    line(2, `${batchId},36000,upi,${taken.toLowerCase()},${today}`),
    line(3, `${batchId},36000,upi,${repeated},${today}`),
    line(4, `${batchId},36000,neft,${repeated},${today}`),
    line(5, `${batchId},36000,upi,${newReference()},${old}`),
    line(6, `${batchId},36000,upi,${newReference()},2099-01-01`),
    line(7, `${dear.batchId},200000,cash,R 17,${today}`),
    line(8, `${batchId},36000,cheque,004512,${today}`),
    line(9, `${batchId},much,barter,6.32E+11,soon`),
    line(10, `,36000,upi,${next},${today}`),
    line(11, `${batchId},36000,upi,संदर्भ1,${today}`),
  ])
  expect(await outcomesOf(owner.call, found.id)).toEqual([
    'price_differs',
    'reference_taken',
    'account_and_enrolment paid',
    'reference_taken',
    'received_on',
    'received_on',
    'cash_limit',
    'reference',
    'amount method reference_shortened received_on',
    'batch_missing',
    'reference',
  ])
  // What is left out makes no account.
  expect((await runFile(owner.call, found)).as<ImportRecord>()).toMatchObject({ accounts: 1, payments: 1 })
  const { rows } = await desk.shop.db.query(`select email from users where email ~ '^s[0-9]+@'`)
  expect(rows).toEqual([{ email: 's3@example.com' }])
})

test('a payment that became impossible changes the check', async () => {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const [student, reference] = [await desk.student(), newReference()]
  const found = await check(owner, [`Asha,asha@example.com,${batchId},36000,upi,${reference},${await desk.today()}`])
  await take(desk, owner, { student_id: student.id, batch_id: batchId, amount_paise: 3_600_000, reference })
  const refused = await runFile(owner.call, found)
  expect([refused.status, refused.error.code]).toEqual([409, 'check_changed'])
  expect(await outcomesOf(owner.call, found.id)).toEqual(['reference_taken'])
  // It is repaired with the right reference.
  const { version } = (await owner.call('GET', `imports/${found.id}/`)).as<ImportRecord>()
  const [row] = await linesOf(owner.call, found.id)
  if (!row) throw new Error('the line is gone')
  const { line, name, email, phone, batch, amount, method, received_on } = row
  const lines = [{ line, name, email, phone, batch, amount, method, received_on, reference: newReference() }]
  const again = (await owner.call('POST', `imports/${found.id}/repair/`, { body: { lines }, version })).as<ImportRecord>()
  expect((await runFile(owner.call, again)).as<ImportRecord>()).toMatchObject({ state: 'done', payments: 1 })
})

test('only those who take payments import them', async () => {
  const desk = await openDesk()
  const [owner, support] = [await desk.clerk('owner'), await desk.clerk('support')]
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const text = [head, `Asha,asha@example.com,${batchId},36000,upi,${newReference()},${await desk.today()}`].join('\n')
  const paid = { amount_paise: null, method: 'upi', received_on: null, received_by: null }
  expect((await sendFile(support.call, { text, mapping })).status).toBe(403)
  expect((await sendFile(support.call, { text, paid })).status).toBe(403)
  const found = await checkFile(owner.call, { text, mapping })
  expect((await runFile(support.call, found)).status).toBe(403)
  // What somebody without payments says of the same headings keeps those of payments.
  const columns = async (clerk: Clerk) =>
    (await clerk.call('POST', 'imports/columns/', { body: { text } })).as<ImportColumns>().columns.map(({ column }) => column)
  const unpaid = { ...mapping, amount: null, method: null, reference: null, 'received on': null }
  expect((await sendFile(support.call, { text, mapping: unpaid })).status).toBe(201)
  expect(await columns(support)).toEqual(['name', 'email', 'batch', null, null, null, null])
  expect(await columns(owner)).toEqual(['name', 'email', 'batch', 'amount', 'method', 'reference', 'received_on'])
  // What was remembered of an owner's file records no money for somebody else, nor without a word about it.
  for (const { call } of [support, owner]) {
    const free = await checkFile(call, { text })
    expect(free).toMatchObject({ paid: null, payments: 0, enrolments: 1 })
  }
})

test('a file has a limit of payments', async () => {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const lines = Array.from({ length: 201 }, (_, n) => `S,s${n}@example.com,1,36000,upi,UTR${n},2026-11-01`)
  const refused = await sendFile(owner.call, { text: [head, ...lines].join('\n'), mapping })
  expect(refused.status).toBe(400)
  expect(refused.error.message).toContain('200 are the most')
})

test('two runs at once record each payment once', async () => {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_600_000 })
  const today = await desk.today()
  const found = await check(
    owner,
    Array.from({ length: 5 }, (_, n) => `S${n},s${n}@example.com,${batchId},36000,upi,${newReference()},${today}`),
  )
  const answers = await Promise.all([runFile(owner.call, found), runFile(owner.call, found)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect([await desk.count('offline_payments'), await desk.count('receipts'), await desk.count('active_enrolments')]).toEqual([
    5, 5, 5,
  ])
  await desk.ledger()
})
