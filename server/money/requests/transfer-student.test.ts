import { expect, test } from 'vitest'
import type { EnrolmentRecord, TransferChoice } from '#contract/enrolment/staff/enrolments.ts'
import { cancelBatch, changeBatch } from '#tests/school/change-batch.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { addBatch, sellCourse, startBatch } from '#tests/school/sell-course.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { ledgerBalances, readLedger } from '#server/money/settlement/read-ledger.ts'
import { system } from '#server/platform/auth/principal.ts'

const reason = 'As we agreed on the phone'

/** A student who has paid for the first of two batches, and a member of the support team. */
async function enrolled(target: Parameters<typeof addBatch>[2] = {}) {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const otherId = await addBatch(shop.db, courseId, target)
  const student = await buy(shop, batchId)
  const member = await addStaff(shop, 'support')
  const call = staffClient(shop, 'support', member)
  const read = async (): Promise<EnrolmentRecord> => {
    const [one] = (await call('GET', 'enrolments/')).as<{ items: EnrolmentRecord[] }>().items
    if (!one) throw new Error('nobody is enrolled')
    return one
  }
  const enrolment = await read()
  const move = (to_batch: number, version: number, why = reason) =>
    call('POST', `enrolments/${enrolment.id}/transfer/`, { body: { to_batch, reason: why }, version })
  const choice = async () => (await call('GET', `enrolments/${enrolment.id}/transfer/`)).as<TransferChoice>()
  const ask = (request: object) =>
    shop.post('/payment/requests/', { enrolment_id: enrolment.id, reason: 'My shift has changed.', ...request }, student.access)
  return { shop, batchId, otherId, courseId, student, member, call, read, enrolment, move, choice, ask }
}

test('staff move a student, who gets one mail with the reason', async () => {
  const { shop, batchId, otherId, student, enrolment, move, read, member } = await enrolled()
  const moved = await move(otherId, enrolment.version)
  expect(moved.status).toBe(200)
  expect(moved.etag).toBe(`"${moved.as<EnrolmentRecord>().version}"`)
  expect(await read()).toMatchObject({
    batch_id: otherId,
    moved_from_batch_id: batchId,
    amount_paise: 4_500_000,
    state: 'active',
  })
  const mails = (await shop.mails(student.person.email)).filter(({ subject }) => subject.startsWith('You have moved'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(reason)
  expect(mails[0]?.text).toMatch(/Nothing is to\s+be paid/)
  const { rows } = await shop.db.query<{ table_name: string; actor_id: string; changes: object }>(
    `select table_name, actor_id, changes from audit_log where table_name like 'enrolment%' order by id`,
  )
  expect(rows.map(({ table_name }) => table_name)).toEqual(['enrolments', 'enrolment_moves'])
  expect(rows.every(({ actor_id }) => Number(actor_id) === member.id)).toBe(true)
  expect(JSON.stringify(rows)).not.toContain(reason)
  expect(ledgerBalances(await readLedger(shop.deps, system))).toBe(true)
})

test('an undo moves back, also into a batch that has begun', async () => {
  const { batchId, otherId, enrolment, move, read, shop, student } = await enrolled()
  const moved = (await move(otherId, enrolment.version)).as<EnrolmentRecord>()
  await startBatch(shop.db, batchId, '-1 day')
  expect((await move(batchId, moved.version)).status).toBe(200)
  expect(await read()).toMatchObject({ batch_id: batchId, moved_from_batch_id: otherId })
  const moves = async () => (await shop.mails(student.person.email)).filter(({ subject }) => subject.startsWith('You have moved'))
  expect(await moves()).toEqual([])
  // A move back is told when the student has read of the first one.
  const again = (await move(otherId, moved.version + 1)).as<EnrolmentRecord>()
  expect(await moves()).toHaveLength(1)
  expect((await move(batchId, again.version)).status).toBe(200)
  expect(await moves()).toHaveLength(2)
})

test('an undo is refused when the seat is taken', async () => {
  const { batchId, otherId, enrolment, move, call, shop } = await enrolled()
  await changeBatch(shop, batchId, { capacity: 1 })
  const moved = (await move(otherId, enrolment.version)).as<EnrolmentRecord>()
  await buy(shop, batchId)
  const refused = await move(batchId, moved.version)
  expect([refused.status, refused.error.code]).toEqual([409, 'batch_full'])
  expect((await call('GET', `enrolments/${enrolment.id}/`)).as<EnrolmentRecord>().batch_id).toBe(otherId)
})

test.each([
  ['batch_full', { capacity: 1 }, buy],
  ['batch_cancelled', {}, cancelBatch],
  ['batch_ended', { startsIn: '-100 days' }, undefined],
])('a transfer is refused: %s', async (code, target, close) => {
  const { shop, batchId, otherId, enrolment, move, call } = await enrolled(target)
  await close?.(shop, otherId)
  const refused = await move(otherId, enrolment.version)
  expect([refused.status, refused.error.code]).toEqual([409, code])
  expect(await shop.db.query('select 1 from enrolment_moves')).toMatchObject({ rowCount: 0 })
  expect((await call('GET', `enrolments/${enrolment.id}/`)).as<EnrolmentRecord>()).toMatchObject({
    batch_id: batchId,
    version: enrolment.version,
  })
})

test('a transfer is refused within the batch, across courses and twice', async () => {
  const { shop, batchId, otherId, courseId, enrolment, move, student } = await enrolled()
  const { batchId: foreign } = await sellCourse(shop.db)
  const code = async (to: number, version = enrolment.version) => {
    const answer = await move(to, version)
    return [answer.status, answer.error.code]
  }
  expect(await code(batchId)).toEqual([409, 'same_batch'])
  expect(await code(foreign)).toEqual([409, 'other_course'])
  expect(await code(999_999)).toEqual([409, 'other_course'])
  const third = await addBatch(shop.db, courseId, {})
  await buy(shop, third, student)
  expect(await code(third)).toEqual([409, 'already_enrolled'])
  expect(await code(otherId, enrolment.version + 1)).toEqual([412, 'stale'])
  await shop.db.query('update enrolments set ended_at = app_now() where id = $1', [enrolment.id])
  expect(await code(otherId)).toEqual([409, 'enrolment_ended'])
})

test('two people move one student at once: one does', async () => {
  const { shop, otherId, courseId, enrolment, move } = await enrolled()
  const third = await addBatch(shop.db, courseId, {})
  const answers = await Promise.all([otherId, third, otherId, third].map((to) => move(to, enrolment.version)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409 || status === 412)).toHaveLength(3)
  expect((await shop.db.query('select 1 from enrolment_moves')).rowCount).toBe(1)
})

test('two students race for the last seat: one moves', async () => {
  const { shop, batchId, otherId, call } = await enrolled({ capacity: 1 })
  await buy(shop, batchId)
  const { items } = (await call('GET', 'enrolments/')).as<{ items: EnrolmentRecord[] }>()
  const answers = await Promise.all(
    items.map(({ id, version }) => call('POST', `enrolments/${id}/transfer/`, { body: { to_batch: otherId, reason }, version })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('the open request for this move is approved along', async () => {
  const { shop, otherId, enrolment, move, ask, choice, student } = await enrolled()
  await ask({ kind: 'transfer', to_batch_id: otherId })
  expect((await choice()).request).toMatchObject({ kind: 'transfer', to_batch_id: otherId })
  expect((await move(otherId, enrolment.version)).status).toBe(200)
  const { rows } = await shop.db.query('select status, decided_by_kind from purchase_requests')
  expect(rows).toEqual([{ status: 'approved', decided_by_kind: 'staff' }])
  const moved = (await shop.mails(student.person.email)).filter(({ subject }) => subject.startsWith('You have moved'))
  expect(moved).toHaveLength(1)
})

test.each(['refund', 'transfer'])('an open request for a %s is decided first', async (kind) => {
  const { shop, otherId, courseId, enrolment, move, ask, read } = await enrolled()
  const third = await addBatch(shop.db, courseId, {})
  await ask(kind === 'refund' ? { kind } : { kind, to_batch_id: third })
  const refused = await move(otherId, enrolment.version)
  expect([refused.status, refused.error.code]).toEqual([409, 'request_open'])
  expect((await read()).batch_id).toBe(enrolment.batch_id)
})

test('the choice shows free seats without the own hold', async () => {
  const { shop, courseId, otherId, student, choice } = await enrolled({ capacity: 2 })
  const full = await addBatch(shop.db, courseId, { capacity: 1, startsIn: '20 days' })
  await buy(shop, full)
  const running = await addBatch(shop.db, courseId, { startsIn: '-5 days' })
  await addBatch(shop.db, courseId, { startsIn: '-100 days' })
  await cancelBatch(shop, await addBatch(shop.db, courseId))
  await shop.start(otherId, student.access)
  await shop.start(otherId, (await signIn(shop)).access)
  expect((await choice()).targets).toMatchObject([
    { batch_id: otherId, seats_left: 1, capacity: 2, started: false, refusal: null },
    { batch_id: full, seats_left: 0, refusal: 'full' },
    { batch_id: running, seats_left: null, started: true, refusal: null },
  ])
})

test('a payment for the batch of a transfer is refunded', async () => {
  const { shop, otherId, enrolment, move, student } = await enrolled()
  // The student began to pay for the second batch before staff moved the seat there.
  const second = await shop.start(otherId, student.access)
  expect((await move(otherId, enrolment.version)).status).toBe(200)
  const triple = await shop.pay(second.order_id)
  expect((await shop.post(`/payment/payment-verify/${otherId}/`, triple, student.access)).json()).toMatchObject({
    status: 'refund_due',
  })
  expect((await shop.ledger()).enrolments).toBe(1)
})

test.each([{ reason: '' }, { reason: 'x'.repeat(301) }, { reason: 'a\nb' }, { to_batch: 0 }, { to_batch: '2' }, { keep: true }])(
  'refuses to move with %o',
  async (given) => {
    const { enrolment, call, otherId, read } = await enrolled()
    const body = { to_batch: otherId, reason, ...given }
    expect((await call('POST', `enrolments/${enrolment.id}/transfer/`, { body, version: enrolment.version })).status).toBe(400)
    expect((await read()).version).toBe(enrolment.version)
  },
)
