import { expect, test } from 'vitest'
import type { ValidCertificate } from '#contract/learning/certificates.ts'
import type { StaffCertificate } from '#contract/learning/staff/certificates.ts'
import { createFinishedBatch } from '#tests/school/finished-batch.ts'

const signature = `media/library/${'a'.repeat(32)}-cm/960.webp`
const seal = `media/library/${'b'.repeat(32)}-cm/960.webp`

async function issueTo(shop: Awaited<ReturnType<typeof createFinishedBatch>>) {
  const student = await shop.signInStudent()
  await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [student.id] } })
  const { items } = (await shop.owner('GET', 'certificates/?sort=-id')).as<{ items: StaffCertificate[] }>()
  return async () => (await shop.get(`/certificates/${items[0]!.number}/`)).json<ValidCertificate>()
}

test('who signed stays, and a signature stands only for its name', async () => {
  const shop = await createFinishedBatch(0)
  const check = await issueTo(shop)
  expect(await check()).toMatchObject({ signatory: null, seal: null })
  // A certificate from before the school named somebody takes who signs today.
  await shop.set({ signatory_name: 'Meera Kulkarni', signatory_title: 'Director', signature, seal })
  const signed = { name: 'Meera Kulkarni', title: 'Director', signature }
  expect(await check()).toMatchObject({ signatory: signed, seal })
  await shop.db.query(`update certificates set revoked_at = app_now(), revoked_for = 'staff', revoke_reason = 'x'`)
  const second = await issueTo(shop)
  await shop.set({ signatory_name: 'Ravi Deshpande', signatory_title: '', signature, seal: null })
  expect(await second()).toMatchObject({ signatory: { ...signed, signature: null }, seal: null })
})

test('a former name of the school gets no seal of today', async () => {
  const shop = await createFinishedBatch(0)
  const check = await issueTo(shop)
  await shop.set({ brand: 'Another School', seal })
  expect(await check()).toMatchObject({ school: 'Karyashala', seal: null })
})

test('what was built stands as it was at issue', async () => {
  const shop = await createFinishedBatch(0)
  await shop.db.query(
    `insert into exercises (session_id, title, due_at) select $1, 'Task ' || n, app_now() from generate_series(1, 3) n`,
    [shop.sessions[0]],
  )
  const student = await shop.signInStudent()
  const hand = (title: string, outcome: string) =>
    shop.db.query(
      `with handed as (insert into submissions (exercise_id, user_id, attempt, text, submitted_at)
         select id, $1, 1, 'done', app_now() from exercises where title = $2 returning id)
       insert into submission_reviews (submission_id, outcome, reviewed_at) select id, $3, app_now() from handed`,
      [student.id, title, outcome],
    )
  await hand('Task 1', 'accepted')
  await hand('Task 2', 'again')
  await shop.owner('POST', `batches/${shop.batchId}/certificates/`, { body: { student_ids: [student.id] } })
  await hand('Task 3', 'accepted')
  const [own] = (await shop.get('/own-certificates/', student.access)).json<{ number: string }[]>()
  const shown = (await shop.get(`/certificates/${own!.number}/`)).json<ValidCertificate>()
  expect(shown).toMatchObject({ accepted: 1, exercises: 3, built: ['Task 1'] })
})
