import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { loadDemo } from './load-demo.ts'

test('the demo has work that is asked again and then accepted', async () => {
  const { db } = await createTestApp()
  await loadDemo(db, new Date())
  const { rows } = await db.query<{ batch_id: number; outcome: string | null; attempt: number }>(
    `select distinct c.batch_id, s.attempt, w.outcome from submissions s join exercises x on x.id = s.exercise_id
     join class_sessions c on c.id = x.session_id left join submission_reviews w on w.submission_id = s.id`,
  )
  expect(new Set(rows.map((row) => row.batch_id))).toEqual(new Set([103, 111]))
  expect(rows).toContainEqual({ batch_id: 111, attempt: 1, outcome: 'again' })
  expect(rows).toContainEqual({ batch_id: 111, attempt: 2, outcome: 'accepted' })
  const { rows: outside } = await db.query(
    `select w.id from submission_reviews w join submissions s on s.id = w.submission_id
     where w.reviewed_at < s.submitted_at or w.reviewed_at > app_now() or exists (select from jsonb_array_elements(w.comments) c
       where (c ->> 'line')::integer > array_length(string_to_array(s.text, E'\\n'), 1))`,
  )
  expect(outside).toEqual([])
})
