import { expect, test } from 'vitest'
import type { Outcomes } from '#contract/learning/outcomes.ts'
import type { OutcomesOfBatch } from '#contract/learning/staff/outcomes.ts'
import { february } from '#tests/school/class-shop.ts'
import { createFinishedBatch, type FinishedBatch } from '#tests/school/finished-batch.ts'

const outcomesOf = ({ owner, batchId }: FinishedBatch) => owner('GET', `batches/${batchId}/outcomes/`)
const show = ({ owner, batchId }: FinishedBatch) => owner('POST', `batches/${batchId}/show-outcomes/`)
const hide = ({ owner, batchId }: FinishedBatch) => owner('POST', `batches/${batchId}/hide-outcomes/`)
const onPage = async (shop: FinishedBatch) =>
  (await shop.get(`/courses/${shop.courseId}/outcomes/`)).json<{ outcomes: Outcomes | null }>().outcomes

/** A finished batch of `count` students, of whom seven attended none to six of its six classes. */
async function createFinished(count: number): Promise<FinishedBatch> {
  const shop = await createFinishedBatch()
  await shop.enrol(count - shop.students.length, 'absent')
  await shop.db.query(`update enrolments set created_at = '2031-02-01T06:00:00Z'`)
  return shop
}

test('what came of a batch is shown once staff allow it', async () => {
  const shop = await createFinished(20)
  await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: shop.students.slice(5) } })
  const now = {
    students: 20,
    attended: 21,
    counted: 120,
    certificates: 2,
    exercises: 0,
    accepted: 0,
    first_day: '2031-02-03',
    last_day: '2031-02-14',
  }
  expect((await outcomesOf(shop)).as()).toEqual({ batch_id: shop.batchId, now, shown: null })
  expect(await onPage(shop)).toBeNull()
  expect((await show(shop)).as<OutcomesOfBatch>().shown).toEqual({ ...now, shown_at: expect.any(String) })
  expect(await onPage(shop)).toEqual(now)
  await shop.db.query(`update enrolments set ended_at = app_now() where user_id = $1`, [shop.students[6]])
  expect(await onPage(shop), 'figures stay as they stood').toEqual(now)
  const later = (await outcomesOf(shop)).as<OutcomesOfBatch>()
  expect(later, 'who left still counts').toMatchObject({ now: { students: 20, attended: 21 }, shown: now })
  expect((await hide(shop)).as<OutcomesOfBatch>().shown).toBeNull()
  expect(await onPage(shop)).toBeNull()
  const { rows } = await shop.db.query(
    `select operation, actor_kind from audit_log where table_name = 'batch_outcomes' order by id`,
  )
  expect(rows).toEqual(['insert', 'delete'].map((operation) => ({ operation, actor_kind: 'staff' })))
})

test('fewer than twenty students show nothing', async () => {
  const shop = await createFinished(19)
  const refused = await show(shop)
  expect([refused.status, refused.error]).toMatchObject([
    409,
    { code: 'too_few', message: 'At least 20 students must stand behind the figures.' },
  ])
  expect(await onPage(shop)).toBeNull()
})

test('a batch that is not over shows nothing', async () => {
  const shop = await createFinished(20)
  await shop.setClock(february('14', '15:29'))
  expect((await outcomesOf(shop)).as<OutcomesOfBatch>().now).toBeNull()
  expect((await show(shop)).error.code).toBe('not_finished')
  expect((await shop.owner('POST', 'batches/9999/show-outcomes/')).status).toBe(404)
  expect((await shop.get('/courses/9999/outcomes/')).statusCode).toBe(404)
})
