import { expect, test } from 'vitest'
import type { Cancellation } from '#contract/money/staff/cancellations.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { setApprovalLimit } from '#tests/school/desk.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { system } from '#server/platform/auth/principal.ts'
import { processCancellation } from './process-cancellation.ts'
import { sweepCancellations } from './sweep-cancellations.ts'
import { cancelBatchJob } from './jobs.ts'

/** A batch with paying students, and calls of an owner. */
async function createBatch(students: number) {
  const shop = await createPayingShop()
  const { courseId, batchId } = await sellCourse(shop.db)
  const people = await Promise.all(
    Array.from({ length: students }, async () => {
      const { access, person } = await signIn(shop)
      const triple = await shop.pay((await shop.start(batchId, access)).order_id)
      await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
      return { access, email: person.email }
    }),
  )
  const headers = { ...shop.asStaff('owner') }
  const read = async () =>
    (await shop.app.inject({ url: `/api/staff/batches/${batchId}/cancellation/`, headers })).json<Cancellation>()
  const cancel = async (body: { move_to?: number | null; refund?: number[]; reason?: string } = {}, version?: number) =>
    shop.app.inject({
      method: 'POST',
      url: `/api/staff/batches/${batchId}/cancel/`,
      payload: { reason: 'Too few students', move_to: null, refund: [], ...body },
      headers: { ...headers, 'if-match': `"${version ?? (await read()).version}"` },
    })
  const retry = (refund: boolean) =>
    shop.app.inject({ method: 'POST', url: `/api/staff/batches/${batchId}/cancellation/retry/`, payload: { refund }, headers })
  return { shop, courseId, batchId, people, read, cancel, retry, headers }
}

const work = (shop: PayingShop) => shop.deps.jobs.drain(cancelBatchJob, (job) => processCancellation(shop.deps, system, job))
const outcomes = async (read: () => Promise<Cancellation>) => (await read()).students.map(({ outcome }) => outcome).toSorted()

test('a cancelled batch refunds each student once and tells each [PAY-59]', async () => {
  const { shop, batchId, people, read, cancel } = await createBatch(3)
  const planned = await read()
  expect(planned).toMatchObject({ started_at: null, done: 0, total: 3 })
  expect(planned.students).toMatchObject(people.map(() => ({ refundable: 45_000, action: 'refund', outcome: 'planned' })))
  const answer = await cancel()
  expect([answer.statusCode, answer.json<Cancellation>().done]).toEqual([200, 0])
  expect((await shop.get(`/courses/1/batches/`)).body).not.toContain(`"id":${batchId},`)
  await work(shop)
  await processCancellation(shop.deps, system, { id: batchId })
  expect(await read()).toMatchObject({ done: 3, total: 3, reason: 'Too few students' })
  expect(await outcomes(read)).toEqual(['refunded', 'refunded', 'refunded'])
  await shop.sendRefunds()
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, refunds: 3, dispositions: ['refunded', 'refunded', 'refunded'] })
  for (const { email } of people) {
    const mails = (await shop.mails(email)).filter(({ subject }) => subject.startsWith('Your batch is cancelled'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Too few students')
    expect(mails[0]?.text).toContain('₹45,000')
  }
  // They are many, so they wait where nobody's receipt does.
  const lanes = await shop.db.query(
    `select distinct template || ' ' || lane as lane from mail_outbox where template in ('batch-cancelled', 'refund') order by 1`,
  )
  expect(lanes.rows).toEqual([{ lane: 'batch-cancelled class' }, { lane: 'refund batch' }])
  const { rows } = await shop.db.query(
    `select distinct actor_kind, actor_id is not null as named from audit_log where table_name in ('refunds', 'enrolments', 'batch_cancellations')
       and operation <> 'delete' and actor_kind = 'staff'`,
  )
  expect(rows).toEqual([{ actor_kind: 'staff', named: true }])
})

test('students move to another batch, except those who are refunded [PAY-59]', async () => {
  const { shop, courseId, people, read, cancel } = await createBatch(3)
  const target = await addBatch(shop.db, courseId, { startsIn: '20 days' })
  const [first] = (await read()).students
  expect((await read()).targets).toMatchObject([{ id: target, seats_left: null }])
  expect((await cancel({ move_to: target, refund: [first?.enrolment_id ?? 0] })).statusCode).toBe(200)
  await work(shop)
  expect(await outcomes(read)).toEqual(['moved', 'moved', 'refunded'])
  const { rows } = await shop.db.query(`select count(*)::int as n from enrolments where batch_id = $1 and ended_at is null`, [
    target,
  ])
  expect(rows).toEqual([{ n: 2 }])
  expect(await shop.ledger()).toMatchObject({ receipts: 3, refunds: 1 })
  const mailed = (await Promise.all(people.map(({ email }) => shop.mails(email)))).flat()
  expect(mailed.filter(({ text }) => text.includes('You have a place in another batch'))).toHaveLength(2)
})

test('a full batch leaves the others for a decision of staff [PAY-59]', async () => {
  const { shop, courseId, read, cancel, retry } = await createBatch(2)
  const target = await addBatch(shop.db, courseId, { startsIn: '20 days', capacity: 1 })
  await cancel({ move_to: target })
  await work(shop)
  expect(await outcomes(read)).toEqual(['failed', 'moved'])
  expect((await read()).students.find(({ outcome }) => outcome === 'failed')?.detail).toContain('full')
  expect((await retry(false)).statusCode).toBe(200)
  await work(shop)
  expect(await outcomes(read)).toEqual(['failed', 'moved'])
  await retry(true)
  await work(shop)
  expect(await outcomes(read)).toEqual(['moved', 'refunded'])
  const again = await retry(true)
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'nothing_failed'])
})

test('a crash in the middle is resumed by the sweep [PAY-59]', async () => {
  const { shop, batchId, read, cancel } = await createBatch(3)
  await cancel()
  // The second student's transaction fails, as at a crash, and the job is lost.
  await shop.db.query(`
    create function fail_second() returns trigger language plpgsql as $$
    begin
      if (select count(*) from refunds) >= 1 then raise exception 'the server died'; end if;
      return new;
    end $$`)
  await shop.db.query(`create trigger fail_second before insert on refunds for each row execute function fail_second()`)
  await expect(processCancellation(shop.deps, system, { id: batchId })).rejects.toThrow('the server died')
  expect(await outcomes(read)).toEqual(['refunded', 'waiting', 'waiting'])
  await shop.db.query(`drop trigger fail_second on refunds`)
  await shop.db.query(`delete from pgboss.job where name = 'cancel-batch'`)
  await sweepCancellations(shop.deps, system)
  await work(shop)
  expect(await outcomes(read)).toEqual(['refunded', 'refunded', 'refunded'])
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, refunds: 3 })
})

test('two processes refund each student once [PAY-59]', async () => {
  const { shop, batchId, read, cancel } = await createBatch(4)
  await cancel()
  await Promise.all([1, 2, 3].map(() => processCancellation(shop.deps, system, { id: batchId })))
  expect(await outcomes(read)).toEqual(['refunded', 'refunded', 'refunded', 'refunded'])
  expect(await shop.ledger()).toMatchObject({ refunds: 4 })
})

test('a payment that arrives after the cancellation goes back [PAY-59]', async () => {
  const { shop, batchId, cancel } = await createBatch(0)
  const { access } = await signIn(shop)
  const { order_id } = await shop.start(batchId, access)
  await cancel()
  const triple = await shop.pay(order_id)
  await shop.post(`/payment/payment-verify/${batchId}/`, triple, access)
  await work(shop)
  expect(await shop.ledger()).toMatchObject({ enrolments: 0, dispositions: ['refund_due'], refunds: 1 })
})

test('a free place ends and a place that ended before stays', async () => {
  const { shop, batchId, people, read, cancel } = await createBatch(1)
  const { person } = await signIn(shop)
  await shop.db.query(
    `insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1`,
    [person.email, batchId],
  )
  await cancel()
  await shop.db.query(`update enrolments set ended_at = app_now() where user_id = (select id from users where email = $1)`, [
    people[0]?.email,
  ])
  await work(shop)
  expect(await outcomes(read)).toEqual(['ended', 'ended'])
  expect(await shop.ledger()).toMatchObject({ refunds: 0 })
})

test('a free place moves with the others [PAY-59]', async () => {
  const { shop, courseId, batchId, read, cancel } = await createBatch(1)
  const target = await addBatch(shop.db, courseId, { startsIn: '20 days' })
  const { person } = await signIn(shop)
  await shop.db.query(
    `insert into enrolments (user_id, batch_id, created_at) select id, $2, app_now() from users where email = $1`,
    [person.email, batchId],
  )
  await cancel({ move_to: target })
  await work(shop)
  expect(await outcomes(read)).toEqual(['moved', 'moved'])
  const { rows } = await shop.db.query(`select count(*)::int as n from enrolments where batch_id = $1 and ended_at is null`, [
    target,
  ])
  expect(rows).toEqual([{ n: 2 }])
  const [mail] = await shop.mails(person.email)
  expect(mail?.text).toContain('You have a place in another batch')
  expect(mail?.text).not.toContain('ask for a refund')
})

test('refuses a second cancellation, an old version and a wrong batch', async () => {
  const { shop, courseId, batchId, read, cancel } = await createBatch(1)
  const other = await sellCourse(shop.db)
  const started = await addBatch(shop.db, courseId, { startsIn: '-2 days' })
  const { version } = await read()
  for (const move_to of [other.batchId, started, batchId, 999_999]) {
    expect((await cancel({ move_to }, version)).statusCode, String(move_to)).toBe(400)
  }
  expect((await cancel({}, version + 1)).statusCode).toBe(409)
  expect((await cancel({ reason: '' }, version)).statusCode).toBe(400)
  expect((await shop.db.query('select 1 from batches where cancelled_at is not null')).rowCount).toBe(0)
  const answers = await Promise.all([cancel({}, version), cancel({}, version)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await read()).total).toBe(1)
})

test('a refund above the limit waits for two persons [PAY-59]', async () => {
  const { shop, read, cancel } = await createBatch(2)
  await setApprovalLimit(shop.db, 4_000_000)
  expect((await cancel()).statusCode).toBe(200)
  await work(shop)
  expect(await outcomes(read)).toEqual(['failed', 'failed'])
  expect((await read()).students[0]?.detail).toContain('a second person confirms it')
  expect(await shop.ledger()).toMatchObject({ enrolments: 2, refunds: 0 })
})
