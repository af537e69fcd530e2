import { expect, test } from 'vitest'
import { eraseWord } from '#contract/rules.ts'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { AuditEntry, AuditTransaction } from '#contract/platform/staff/audit.ts'
import type { StudentRecord } from '#contract/desk/staff/students.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { decide, openDesk, refund, take, walkIn } from '#tests/school/desk.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { serialOf, type Series } from '#server/money/invoicing/series.ts'

/** A desk that took money of two students by transfer and refunded the first. */
async function busyDesk() {
  const desk = await openDesk()
  const owner = await desk.clerk('owner')
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db, { price: 12_500_000, discounts: [], capacity: 5 })
  const pay = async (name: string, reference: string) => {
    const student = await desk.student()
    await desk.shop.db.query('update users set full_name = $2 where id = $1', [student.id, name])
    const given = { student_id: student.id, batch_id: batchId, amount_paise: 12_500_000, method: 'bank_transfer', reference }
    const { payment_id: paymentId } = (await take(desk, clerk, given)).as<ApprovalRecord>()
    return { ...student, paymentId: paymentId ?? 0, name }
  }
  const asha = await pay('Asha Patil', 'UTR-552-118')
  const bala = await pay('Bala Iyer', 'UTR-552-119')
  const back = { method: 'bank_transfer', reference: 'UTR-900', paid_on: await desk.today() }
  const returned = await refund(clerk, asha.paymentId, { amount_paise: 500_050, keeps_access: true, paid_back: back })
  expect(returned.status).toBe(201)
  const entries = async (query: string) =>
    (await owner.call('GET', `audit/?limit=100&${query}`)).as<{ items: AuditEntry[] }>().items
  const lines = async (query: string) =>
    (await owner.call('GET', `audit/transactions/?limit=100&${query}`)).as<{ items: AuditTransaction[]; total: number }>()
  return { desk, owner, clerk, batchId, asha, bala, entries, lines }
}
test('money is named by student, amount and reference', async () => {
  const { asha, entries } = await busyDesk()
  const offline = (await entries(`payment=${asha.paymentId}&subject=offline_payments&sort=id`))[0]
  expect(offline).toMatchObject({ name: `${asha.name}, ₹1,25,000, UTR-552-118`, student: asha.name })
  expect(offline?.changes['reference']).toEqual({ before: null, after: 'UTR-552-118' })
  const [payment] = await entries(`payment=${asha.paymentId}&subject=payments`)
  expect(payment?.name).toBe(`${asha.name}, ₹1,25,000, UTR-552-118`)
  const [back] = await entries(`payment=${asha.paymentId}&subject=refunds&sort=id`)
  expect(back).toMatchObject({ name: `${asha.name}, ₹5,000.50, UTR-900`, student: asha.name })
  expect(back?.names['payment_id']).toEqual({ before: null, after: `${asha.name}, ₹1,25,000, UTR-552-118` })
})

test('masked reasons are shown while the record has them [SEC-095]', async () => {
  const { owner, asha, entries } = await busyDesk()
  const reason = async () => {
    const [back] = await entries(`payment=${asha.paymentId}&subject=refunds&sort=id`)
    return { stored: back?.changes['reason']?.after, shown: back?.names['reason']?.after, student: back?.student }
  }
  expect(await reason()).toEqual({ stored: 'masked', shown: 'Moves abroad', student: asha.name })
  const { version } = (await owner.call('GET', `students/${asha.id}/`)).as<StudentRecord>()
  const erased = await owner.call('POST', `students/${asha.id}/erase/`, { version, body: { confirm: eraseWord } })
  expect(erased.status).toBe(200)
  const after = await reason()
  expect(after).toMatchObject({ stored: 'masked', shown: 'Erased' })
  expect(after.student).not.toBe(asha.name)
  const all = JSON.stringify(await entries(''))
  expect(all).not.toContain('Moves abroad')
  expect(all).not.toContain(asha.email)
})

test('an erasure is one line that says so', async () => {
  const { owner, asha, lines } = await busyDesk()
  const { version } = (await owner.call('GET', `students/${asha.id}/`)).as<StudentRecord>()
  await owner.call('POST', `students/${asha.id}/erase/`, { version, body: { confirm: eraseWord } })
  const [line] = (await lines('')).items
  expect(line).toMatchObject({ subject: 'users', subject_id: String(asha.id) })
  expect(line?.records).toBeGreaterThan(1)
})

test('the filter by payment finds all its entries and no others', async () => {
  const { asha, bala, entries, lines } = await busyDesk()
  const found = await entries(`payment=${asha.paymentId}`)
  expect([...new Set(found.map(({ subject }) => subject))].toSorted()).toEqual([
    'approvals',
    'enrolments',
    'offline_payments',
    'payment_orders',
    'payments',
    'receipts',
    'refund_notes',
    'refunds',
  ])
  expect(new Set(found.map(({ student }) => student))).toEqual(new Set([asha.name]))
  expect((await lines(`payment=${asha.paymentId}`)).items.map(({ subject }) => subject)).toEqual(['refunds', 'offline_payments'])
  expect((await lines(`payment=${bala.paymentId}`)).total).toBe(1)
  expect((await lines('payment=999999')).total).toBe(0)
})

test('the filter by student finds all entries of the account', async () => {
  const { clerk, owner, asha, bala, entries, lines } = await busyDesk()
  const note = await owner.call('POST', `students/${asha.id}/notes/`, { body: { body: 'Prefers calls after six.' } })
  expect(note.status).toBe(201)
  const { items, total } = await lines(`student=${asha.id}`)
  expect([items.map(({ subject }) => subject), total]).toEqual([['student_notes', 'refunds', 'offline_payments'], 3])
  expect((await entries(`student=${bala.id}&actor=${clerk.id}`)).map(({ student }) => student)).not.toContain(asha.name)
  for (const query of ['student=0', 'student=x', 'payment=-1', 'payment=1e3'])
    expect((await owner.call('GET', `audit/?${query}`)).status, query).toBe(400)
})

test('asking a second person and the answer lead their lines', async () => {
  const { desk, clerk, asha, lines } = await busyDesk()
  await desk.setLimit(1000)
  const other = await desk.clerk()
  const asked = (await refund(clerk, asha.paymentId, { amount_paise: 200_000, keeps_access: true })).as<ApprovalRecord>()
  expect((await decide(other, asked, 'approve')).status).toBe(200)
  const [answer, question] = (await lines(`payment=${asha.paymentId}`)).items
  expect(question).toMatchObject({ subject: 'approvals', operation: 'insert', actor_id: clerk.id })
  expect(answer).toMatchObject({ subject: 'approvals', operation: 'update', actor_id: other.id })
  expect(answer?.name).toBe(`${asha.name}, refund of ₹2,000`)
})

test('a payment of a new student leads its line', async () => {
  const { desk, clerk, batchId, lines } = await busyDesk()
  await take(desk, clerk, { new_student: walkIn(), batch_id: batchId, amount_paise: 12_500_000, reference: 'UTR-1' })
  expect((await lines('')).items[0]).toMatchObject({ subject: 'offline_payments', name: 'Bala Iyer, ₹1,25,000, UTR-1' })
})

test('a moved class is one line, named by number and day', async () => {
  const shop = await createClassShop()
  const second = await shop.nth(2)
  expect((await shop.verb(await shop.nth(4), 'cancel')).status).toBe(200)
  const moved = await shop.verb(second, 'move', { starts_at: february('06'), minutes: 90 })
  expect(moved.status, JSON.stringify(moved)).toBe(200)
  const answer = await staffClient(shop, 'owner')('GET', 'audit/transactions/')
  expect(answer.status, JSON.stringify(answer)).toBe(200)
  const { items } = answer.as<{ items: AuditTransaction[] }>()
  expect(items[0]).toMatchObject({
    subject: 'class_sessions',
    subject_id: String(second.id),
    name: `Class 2 on 6 Feb 2031, ${(await shop.db.query<{ title: string }>('select title from courses')).rows[0]?.title}`,
  })
  // The numbers are those of the room.
  const { rows } = await shop.db.query<{ name: string; number: number }>(
    `select audited_name('class_sessions', n.id::text) as name, n.number from numbered_sessions n where n.state <> 'cancelled'`,
  )
  expect(rows).toHaveLength(5)
  for (const { name, number } of rows) expect(name).toMatch(new RegExp(`^Class ${number} on `))
})

test.each([
  [0, '₹0'],
  [50, '₹0.50'],
  [99_900, '₹999'],
  [100_000, '₹1,000'],
  [9_999_905, '₹99,999.05'],
  [10_000_000, '₹1,00,000'],
  [123_456_789_012, '₹1,23,45,67,890.12'],
  [-3_600_000, '−₹36,000'],
])('%i paise are %s', async (paise, text) => {
  const { db } = await createTestApp()
  expect((await db.query('select rupees_text($1) as text', [paise])).rows).toEqual([{ text }])
})

test.each<Series>(['receipt', 'voucher', 'credit_note', 'financial_credit_note', 'refund_note'])(
  'a %s has its printed number',
  async (kind) => {
    const { db } = await createTestApp()
    const { rows } = await db.query('select document_serial($1, 2026, 118) as serial, document_serial($1, 2099, 7) as later', [
      kind,
    ])
    expect(rows).toEqual([
      {
        serial: serialOf(kind, { financial_year: 2026, number: 118 }),
        later: serialOf(kind, { financial_year: 2099, number: 7 }),
      },
    ])
  },
)
