import { expect, test } from 'vitest'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import type { FoundStudent, Place } from '#contract/money/staff/hand-enrolments.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { enrol, openDesk, take, walkIn } from '#tests/school/desk.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { enterConsole, addStaff } from '#tests/school/staff.ts'

test('a place without a payment says why and who gave it', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk('support')
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  const made = await enrol(clerk, { student_id: student.id, batch_id: batchId, reason: 'Scholarship of the alumni' })
  expect(made.status).toBe(201)
  expect(made.as<ApprovalRecord>()).toMatchObject({ state: 'not_needed', is_enrolled: true, amount_paise: 4_500_000 })
  const { rows } = await desk.shop.db.query('select user_id, payment_id, reason, enrolled_by, ended_at from enrolments')
  expect(rows).toEqual([
    { user_id: student.id, payment_id: null, reason: 'Scholarship of the alumni', enrolled_by: clerk.id, ended_at: null },
  ])
  const [mail] = await desk.shop.mails(student.email)
  expect(mail?.subject).toBe('You are enrolled: Testing in Practice')
  expect(mail?.text).toMatch(/There is nothing\s+to pay/)
  const audited = await desk.shop.db.query(`select changes from audit_log where table_name = 'enrolments'`)
  expect(JSON.stringify(audited.rows)).not.toContain('alumni')
  await desk.ledger()
})

test('twenty clerks give the last seat to one student', { timeout: 60_000 }, async () => {
  const desk = await openDesk()
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const clerks = await Promise.all(Array.from({ length: 20 }, () => desk.clerk('support')))
  const finance = await desk.clerk()
  const answers = await Promise.all(
    clerks.map((clerk, index) =>
      index % 2
        ? enrol(clerk, { new_student: walkIn(), batch_id: batchId })
        : take(desk, finance, { new_student: walkIn(), batch_id: batchId }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  expect([await desk.count('enrolments'), await desk.count('users'), await desk.count('approvals')]).toEqual([1, 1, 1])
  await desk.ledger()
})

test('refuses a place that can not be given', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk('support')
  const { courseId, batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const [student, other] = [await desk.student(), await desk.student()]
  const cancelled = await cancelBatch(desk.shop, await addBatch(desk.shop.db, courseId))
  const ended = await addBatch(desk.shop.db, courseId, { startsIn: '-100 days' })
  await desk.shop.db.query('update users set disabled_at = app_now() where id = $1', [other.id])
  const answerOf = async (given: object) => {
    const { status, error } = await enrol(clerk, { student_id: student.id, batch_id: batchId, ...given })
    return [status, error.code]
  }
  expect(await answerOf({ student_id: other.id })).toEqual([409, 'account_closed'])
  expect(await answerOf({ batch_id: cancelled })).toEqual([409, 'batch_cancelled'])
  expect(await answerOf({ batch_id: ended })).toEqual([409, 'batch_ended'])
  expect(await answerOf({ batch_id: 999_999 })).toEqual([404, 'not_found'])
  expect(await answerOf({ reason: '  ' })).toEqual([400, 'invalid'])
  expect(await answerOf({ student_id: student.id, new_student: walkIn() })).toEqual([400, 'invalid'])
  const holder = await desk.student()
  await desk.shop.start(batchId, holder.access)
  expect(await answerOf({})).toEqual([409, 'batch_full'])
  expect([await desk.count('enrolments'), await desk.count('approvals')]).toEqual([0, 0])
  expect((await enrol(await desk.clerk('finance'), { student_id: student.id, batch_id: batchId })).status).toBe(403)
})

test('a place without a payment ends once, a paid one never', async () => {
  const desk = await openDesk()
  const [support, finance] = [await desk.clerk('support'), await desk.clerk()]
  const { courseId, batchId } = await sellCourse(desk.shop.db, { capacity: 1 })
  const other = await addBatch(desk.shop.db, courseId, {})
  const student = await desk.student()
  const made = (await enrol(support, { student_id: student.id, batch_id: batchId })).as<ApprovalRecord>()
  const end = () => support.call('POST', `enrolments/${made.enrolment_id}/end/`)
  await desk.shop.passTime('1 minute')
  const answers = await Promise.all([end(), end()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.as()).toEqual(answers[1]?.as())
  const ended = (await desk.shop.mails(student.email)).filter(({ subject }) => subject.startsWith('Your place has ended'))
  expect(ended).toHaveLength(1)
  // The seat is free again.
  expect((await enrol(support, { student_id: student.id, batch_id: batchId })).status).toBe(201)
  await take(desk, finance, { student_id: student.id, batch_id: other })
  const { rows } = await desk.shop.db.query<{ id: number }>('select id from enrolments where payment_id is not null')
  const refused = await support.call('POST', `enrolments/${rows[0]?.id}/end/`)
  expect([refused.status, refused.error.code]).toEqual([409, 'paid'])
  expect((await support.call('POST', 'enrolments/999999/end/')).status).toBe(404)
})

test('a place that is taken back at once tells nobody', async () => {
  const desk = await openDesk()
  const support = await desk.clerk('support')
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  const before = await desk.shop.mails(student.email)
  const made = (await enrol(support, { student_id: student.id, batch_id: batchId })).as<ApprovalRecord>()
  expect((await support.call('POST', `enrolments/${made.enrolment_id}/end/`)).status).toBe(200)
  expect(await desk.shop.mails(student.email)).toEqual(before)
})

test('a place shows price, seats and why there is none', async () => {
  const desk = await openDesk()
  await desk.setLimit(5_000_000)
  const clerk = await desk.clerk('support')
  const { batchId } = await sellCourse(desk.shop.db, { capacity: 2, discounts: [{ value: '10%' }] })
  const student = await desk.student()
  const read = async (query = '') => (await clerk.call('GET', `batches/${batchId}/place/${query}`)).as<Place>()
  expect(await read()).toMatchObject({
    list_price_paise: 4_500_000,
    amount_paise: 4_050_000,
    discount: '10%',
    seats_left: 2,
    refusal: null,
    approval_above_paise: 5_000_000,
    sum_paise: 0,
  })
  await enrol(clerk, { student_id: student.id, batch_id: batchId })
  expect(await read(`?student=${student.id}`)).toMatchObject({ seats_left: 1, refusal: 'already_enrolled', sum_paise: 4_500_000 })
  const found = await clerk.call('GET', `students/find/?q=${encodeURIComponent(student.email.toUpperCase())}`)
  expect(found.as<{ students: FoundStudent[] }>().students).toMatchObject([{ id: student.id, is_verified: true }])
})

test('money and places ask for the second factor again', async () => {
  const desk = await openDesk()
  const session = await enterConsole(desk.shop, await addStaff(desk.shop, 'owner'))
  await desk.shop.passTime('16 minutes')
  for (const url of ['enrolments/', 'offline-payments/', 'payments/1/refund/', 'refunds/1/paid-back/', 'approvals/1/approve/']) {
    const answer = await desk.shop.app.inject({
      method: 'POST',
      url: `/api/staff/${url}`,
      headers: { authorization: `Bearer ${session.access}` },
      payload: {},
    })
    expect(answer.json<{ code: string }>().code, url).toBe('step_up_required')
  }
})
