import { expect, test } from 'vitest'
import type { CheckedCertificate, OwnCertificate } from '#contract/learning/certificates.ts'
import type { BatchCertificates, StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { february } from '#tests/school/class-shop.ts'
import { createFinishedBatch, type FinishedBatch } from '#tests/school/finished-batch.ts'
import { endPlaces } from '#tests/school/places.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { issueDueCertificates } from './issue-due-certificates.ts'

const standings = async (shop: FinishedBatch, call = shop.owner) =>
  (await call('GET', `batches/${shop.batchId}/certificates/`)).as<BatchCertificates>()
const issue = (shop: FinishedBatch, ids: number[], call = shop.owner) =>
  call('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: ids } })
const valid = async (shop: FinishedBatch) =>
  (
    await shop.db.query<{ user_id: number }>('select user_id::int from certificates where revoked_at is null order by user_id')
  ).rows.map((one) => one.user_id)
const setRule = (shop: FinishedBatch, rule: string | null, percent: number | null = null) =>
  shop.db.query('update courses set certificate_rule = $1, certificate_percent = $2', [rule, percent])
const check = async (shop: FinishedBatch, code: string) => (await shop.get(`/certificates/${code}/`)).json<CheckedCertificate>()

test('the share of classes decides, at the very percentage', async () => {
  const shop = await createFinishedBatch()
  const { students, ...batch } = await standings(shop)
  expect(batch).toMatchObject({ rule: 'attendance', wanted_percent: 75, finished: true, may_issue: true, automatic: false })
  // Four of six is 66%, five is 83%.
  expect(students.map(({ attended, counted, meets }) => [attended, counted, meets])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((attended) => [attended, 6, attended >= 5]),
  )
  await setRule(shop, 'attendance', 50)
  expect((await standings(shop)).students.map(({ meets }) => meets)).toEqual([false, false, false, true, true, true, true])
})

test('staff issue to those who meet the rule, once each', async () => {
  const shop = await createFinishedBatch()
  const first = await issue(shop, shop.students)
  expect([first.status, first.as()]).toEqual([200, { issued: 2, already: 0, refused: shop.students.slice(0, 5) }])
  expect((await issue(shop, shop.students)).as()).toMatchObject({ issued: 0, already: 2 })
  expect(await valid(shop)).toEqual(shop.students.slice(5))
  const mails = (await shop.mails()).filter(({ subject }) => subject.startsWith('Your certificate'))
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['student-6@example.com', 'student-7@example.com'])
  expect(mails[0]?.text).toMatch(/\/api\/certificates\/[0-9a-f]{32}\/pdf\//)
  const { rows } = await shop.db.query(`select actor_kind, changes from audit_log where table_name = 'certificates'`)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ actor_kind: 'staff', changes: { code: { after: 'masked' }, holder: { after: 'masked' } } })
})

test('ten runs at once issue one certificate', async () => {
  const shop = await createFinishedBatch()
  const best = shop.students.slice(6)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => issue(shop, best)))
  expect(outcomes.reduce((sum, one) => sum + one.as<{ issued: number }>().issued, 0)).toBe(1)
  expect(await valid(shop)).toEqual(best)
})

test('before the last class nothing is issued', async () => {
  const shop = await createFinishedBatch()
  await shop.setClock(february('14', '15:29'))
  const early = await issue(shop, shop.students)
  expect([early.status, early.error.code]).toEqual([409, 'not_finished'])
  await shop.setClock(february('14', '18:00'))
  await cancelBatch(shop, shop.batchId)
  expect((await issue(shop, shop.students)).error.code).toBe('not_finished')
  expect(await valid(shop)).toEqual([])
})

test('who is not in the batch gets none', async () => {
  const shop = await createFinishedBatch()
  const best = shop.students[6]!
  await endPlaces(shop.db, best)
  expect((await issue(shop, [best, 999_999])).as()).toEqual({ issued: 0, already: 0, refused: [best, 999_999] })
})

test('refuses a list of students that is wrong', async () => {
  const shop = await createFinishedBatch(0)
  const wrong = [[], [1, 1], ['1'], [0], [2_147_483_648], undefined]
  for (const student_ids of wrong) {
    const answer = await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids } })
    expect(answer.status, String(student_ids)).toBe(400)
  }
  const more = await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [1], force: true } })
  expect(more.status).toBe(400)
})

test('work decides by accepted exercises, and none is not enough', async () => {
  const shop = await createFinishedBatch()
  await setRule(shop, 'work', 60)
  expect((await standings(shop)).students.every(({ meets }) => meets === false)).toBe(true)
  await shop.db.query(
    `with exercise as (
       insert into exercises (session_id, title, due_at)
       select c.id, 'Exercise ' || n, c.ends_at from (select id, ends_at from class_sessions where batch_id = $1 order by starts_at limit 1) c,
         generate_series(1, 5) n returning id),
     handed_in as (
       insert into submissions (exercise_id, user_id, attempt, text, submitted_at)
       select x.id, e.user_id, 1, 'done', app_now() from exercise x, enrolments e where e.batch_id = $1 returning id, exercise_id, user_id)
     insert into submission_reviews (submission_id, outcome, reviewed_at)
     select s.id, case when s.exercise_id - (select min(id) from exercise) < s.user_id % 2 + 2 then 'accepted' else 'again' end, app_now()
     from handed_in s`,
    [shop.batchId],
  )
  const odd = shop.students.filter((id) => id % 2 === 1)
  expect((await issue(shop, shop.students)).as()).toMatchObject({ issued: odd.length })
  expect(await valid(shop)).toEqual(odd)
})

test('a name that no font has gets no certificate', async () => {
  const shop = await createFinishedBatch()
  const [first = 0, second = 0] = shop.students
  await setRule(shop, 'decision')
  await shop.db.query(
    `update users set full_name = case id when $1 then '山田 太郎' else 'தமிழ்ச்செல்வி' end where id in ($1, $2)`,
    [first, second],
  )
  const { students } = await standings(shop)
  expect(students.filter(({ printable }) => !printable).map(({ student_id: id }) => id)).toEqual([first])
  expect((await issue(shop, [first, second])).as()).toMatchObject({ issued: 1, refused: [first] })
  expect(await valid(shop)).toEqual([second])
})

test('an instructor decides about the own batch where staff decide', async () => {
  const shop = await createFinishedBatch()
  const teacher = staffClient(shop, 'instructor', shop.instructor)
  const [first = 0] = shop.students
  expect((await issue(shop, [first], teacher)).error.code).toBe('rule_decides')
  expect((await standings(shop, teacher)).may_issue).toBe(false)
  await setRule(shop, 'decision')
  expect((await issue(shop, [first], teacher)).as()).toMatchObject({ issued: 1 })
  expect(await valid(shop)).toEqual([first])
  const other = staffClient(shop, 'instructor', await addStaff(shop, 'instructor'))
  expect((await issue(shop, [first], other)).status).toBe(404)
  expect((await other('GET', `batches/${shop.batchId}/certificates/`)).status).toBe(404)
  expect((await teacher('GET', 'certificates/')).status).toBe(403)
  for (const role of ['content', 'finance'] as const) {
    const call = staffClient(shop, role)
    expect((await issue(shop, [first], call)).status).toBe(403)
    expect((await call('POST', 'certificates/1/revoke/', { body: { reason: 'x' } })).status).toBe(403)
  }
})

test('the product issues a day after the end, if asked to', async () => {
  const shop = await createFinishedBatch()
  const run = () => issueDueCertificates(shop.deps, system)
  await shop.setClock(february('15', '16:00'))
  await run()
  expect(await valid(shop)).toEqual([])
  await shop.set({ certificates_automatic: true })
  await shop.setClock(february('15', '15:00'))
  await run()
  expect(await valid(shop)).toEqual([])
  await shop.setClock(february('15', '16:00'))
  await run()
  await run()
  expect(await valid(shop)).toEqual(shop.students.slice(5))
  const { items } = (await shop.owner('GET', 'certificates/?valid=true')).as<{ items: StaffCertificate[] }>()
  expect(items.map(({ issued_by }) => issued_by)).toEqual([null, null])
  // Who lost one gets no other by itself.
  await shop.owner('POST', `certificates/${items[0]!.id}/revoke/`, { body: { reason: 'Wrong person' } })
  await run()
  expect(await valid(shop)).toHaveLength(1)
})

test('the product leaves decisions of staff to staff', async () => {
  const shop = await createFinishedBatch()
  await shop.set({ certificates_automatic: true, certificate_rule: 'decision' })
  await shop.setClock(february('16', '16:00'))
  await issueDueCertificates(shop.deps, system)
  expect(await valid(shop)).toEqual([])
})

test('a student sees rule, progress, and the certificate once issued', async () => {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  const own = async () => (await shop.get(`/own-certificates/${shop.batchId}/`, student.access)).json<OwnCertificate>()
  expect(await own()).toMatchObject({ attended: 6, counted: 6, finished: true, meets: true, certificate: null })
  await issue(shop, [student.id])
  const { certificate } = await own()
  expect(certificate?.code).toMatch(/^[0-9a-f]{32}$/)
  expect((await shop.get('/own-certificates/', student.access)).json()).toMatchObject([
    { code: certificate?.code, classes: 6, minutes: 540 },
  ])
  const other = await shop.signInStudent()
  await endPlaces(shop.db, other.id)
  expect((await shop.get(`/own-certificates/${shop.batchId}/`, other.access)).statusCode).toBe(404)
  expect((await shop.get(`/own-certificates/${shop.batchId}/`)).statusCode).toBe(401)
})

test('anybody with the number reads who, what and when', async () => {
  const shop = await createFinishedBatch(0)
  const student = await shop.signInStudent()
  await issue(shop, [student.id])
  const [found] = (await shop.get('/own-certificates/', student.access)).json<{ code: string }[]>()
  expect(await check(shop, found!.code)).toMatchObject({
    valid: true,
    holder: 'Asha Patil',
    course: 'Testing in Practice',
    first_day: '2031-02-03',
    last_day: '2031-02-14',
  })
  expect((await shop.get(`/certificates/${'0'.repeat(32)}/`)).statusCode).toBe(404)
  for (const wrong of ['1', 'x'.repeat(32), found!.code.toUpperCase() + '0', `${found!.code}%00`]) {
    expect((await shop.get(`/certificates/${wrong}/`)).statusCode).toBe(400)
  }
})
