import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { createClassShop } from '#tests/school/class-shop.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'

type Waiting = [question: number, since: string]

/** The questions that wait, as triggers have stored them. They must be those of the view. */
async function waiting(db: Pool): Promise<Waiting[]> {
  const read = async (source: string) =>
    (
      await db.query<{ id: number; since: Date }>(
        `select question_id as id, waits_since as since from ${source} where waits_since is not null order by 1`,
      )
    ).rows.map(({ id, since }): Waiting => [id, since.toISOString().slice(0, 10)])
  const stored = await read('question_waits')
  expect(stored).toEqual(await read('question_states'))
  return stored
}

async function createQuestion() {
  const shop = await createClassShop()
  const [{ user: asker }, staff] = [await signIn(shop), await addStaff(shop, 'support')]
  const insert = async (sql: string, values: unknown[]) =>
    (await shop.db.query<{ id: number }>(`${sql} returning id`, values)).rows[0]?.id ?? 0
  const ask = (day: string) =>
    insert(`insert into questions (batch_id, user_id, title, body, created_at) values ($1, $2, 'Why?', 'It fails.', $3)`, [
      shop.batchId,
      asker.id,
      day,
    ])
  const answer = (question: number, by: 'asker' | 'staff', day: string) =>
    insert(
      `insert into answers (question_id, ${by === 'staff' ? 'staff_id' : 'user_id'}, body, created_at) values ($1, $2, 'So.', $3)`,
      [question, by === 'staff' ? staff.id : asker.id, day],
    )
  return { db: shop.db, ask, answer }
}

test('a question waits as its answers say after every change', async () => {
  const { db, ask, answer } = await createQuestion()
  const id = await ask('2027-02-01')
  expect(await waiting(db)).toEqual([[id, '2027-02-01']])
  const first = await answer(id, 'staff', '2027-02-02')
  expect(await waiting(db)).toEqual([])
  const again = await answer(id, 'asker', '2027-02-03')
  const last = await answer(id, 'asker', '2027-02-04')
  expect(await waiting(db)).toEqual([[id, '2027-02-03']])
  await db.query('delete from answers where id = $1', [again])
  expect(await waiting(db)).toEqual([[id, '2027-02-04']])
  await db.query('update answers set accepted_at = app_now() where id = $1', [last])
  expect(await waiting(db)).toEqual([])
  await db.query('update answers set accepted_at = null where id = $1', [last])
  expect(await waiting(db)).toEqual([[id, '2027-02-04']])
  await db.query('delete from answers where id = any ($1)', [[first, last]])
  expect(await waiting(db)).toEqual([[id, '2027-02-01']])
  await db.query('update questions set title = null, body = null where id = $1', [id])
  expect(await waiting(db)).toEqual([])
})

test('a deleted question waits no more', async () => {
  const { db, ask, answer } = await createQuestion()
  const [id, other] = [await ask('2027-02-01'), await ask('2027-02-02')]
  await answer(id, 'staff', '2027-02-03')
  await answer(id, 'asker', '2027-02-04')
  await db.query('delete from questions where id = $1', [id])
  expect(await waiting(db)).toEqual([[other, '2027-02-02']])
})

test('changes at the same time leave the wait of both', async () => {
  const { db, ask, answer } = await createQuestion()
  const id = await ask('2027-02-01')
  await answer(id, 'staff', '2027-02-02')
  const early = await answer(id, 'asker', '2027-02-03')
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query('delete from answers where id = $1', [early])
    const later = answer(id, 'asker', '2027-02-05')
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.query(blocked)).rowCount).toBe(1)
    await client.query('commit')
    await later
  } finally {
    client.release()
  }
  expect(await waiting(db)).toEqual([[id, '2027-02-05']])
})
