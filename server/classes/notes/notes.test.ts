import { expect, test } from 'vitest'
import { type ClassNotes, noteLimits } from '#contract/classes/notes.ts'
import type { ExportedData } from '#contract/people/accounts.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { createClassShop } from '#tests/school/class-shop.ts'
import type { TestApp } from '#tests/school/create-test-app.ts'
import { endPlaces } from '#tests/school/places.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { erasePerson } from '#server/people/accounts/erase-person.ts'
import { transaction } from '#server/platform/db/query.ts'

async function idOf({ db }: TestApp, email: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>('select id from users where email = $1', [email])
  return rows[0]?.id ?? 0
}

async function createNotesShop() {
  const shop = await createClassShop()
  const student = await signIn(shop)
  const userId = await idOf(shop, student.person.email)
  await shop.enrolUser(userId)
  const { id: session } = await shop.nth(1)
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object, token = student.access) => {
    const answer = await shop.app.inject({
      method,
      url: `/api/class-notes/${session}/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, body: answer.json<ClassNotes & { code?: string }>() }
  }
  const texts = async () => (await send('GET')).body.notes.map(({ text }) => text)
  return { shop, student, userId, session, send, texts }
}

test('notes of a class are kept by second, changed and deleted', async () => {
  const { shop, send, texts } = await createNotesShop()
  const recording_id = await addRecording(shop.db, shop.batchId)
  expect((await send('GET')).body).toEqual({ notes: [] })
  await send('POST', '', { text: 'Later', recording_id, at_seconds: 90 })
  await send('POST', '', { text: 'Earlier\nwith a second line', recording_id, at_seconds: 12 })
  const { body } = await send('POST', '', { text: '  Of the class ' })
  expect(body.notes).toMatchObject([
    { text: 'Of the class', recording_id: null, at_seconds: null },
    { text: 'Earlier\nwith a second line', recording_id, at_seconds: 12 },
    { text: 'Later', recording_id, at_seconds: 90 },
  ])
  const [note] = body.notes
  expect((await send('PUT', `${note?.id}/`, { text: 'Of the whole class' })).body.notes[0]).toMatchObject({
    text: 'Of the whole class',
  })
  expect((await send('DELETE', `${note?.id}/`)).status).toBe(200)
  expect(await texts()).toEqual(['Earlier\nwith a second line', 'Later'])
})

test('a note that is sent twice is kept once', async () => {
  const { send, texts } = await createNotesShop()
  await Promise.all([1, 2, 3].map(() => send('POST', '', { text: 'Once' })))
  expect(await texts()).toEqual(['Once'])
})

test('the same note of two deleted recordings stays', async () => {
  const { shop, send, texts } = await createNotesShop()
  const parts = [await addRecording(shop.db, shop.batchId), await addRecording(shop.db, shop.batchId)]
  for (const recording_id of parts) await send('POST', '', { text: 'Why?', recording_id, at_seconds: 12 })
  await shop.db.query('delete from recordings where id = any ($1)', [parts])
  expect(await texts()).toEqual(['Why?', 'Why?'])
})

test('nobody else reads, changes or deletes a note', async () => {
  const { shop, send, texts } = await createNotesShop()
  const [note] = (await send('POST', '', { text: 'Mine' })).body.notes
  const other = await signIn(shop)
  for (const [method, path, body] of [
    ['GET', ''],
    ['POST', '', { text: 'Theirs' }],
    ['PUT', `${note?.id}/`, { text: 'Theirs' }],
    ['DELETE', `${note?.id}/`],
  ] as const) {
    expect((await send(method, path, body, other.access)).status, method).toBe(404)
  }
  await shop.enrolUser(await idOf(shop, other.person.email))
  expect((await send('GET', '', undefined, other.access)).body).toEqual({ notes: [] })
  expect((await send('DELETE', `${note?.id}/`, undefined, other.access)).status).toBe(404)
  expect(await texts()).toEqual(['Mine'])
})

test('too many, empty and foreign notes are refused', async () => {
  const { shop, userId, session, send } = await createNotesShop()
  const recording_id = await addRecording(shop.db, shop.batchId)
  const { id: second } = await shop.nth(2)
  await shop.db.query('update recordings set session_id = $2 where id = $1', [recording_id, second])
  expect(await send('POST', '', { text: 'x', recording_id, at_seconds: 1 })).toMatchObject({
    status: 400,
    body: { recording_id: ['This is no recording of the class.'] },
  })
  for (const body of [
    {},
    { text: ' ' },
    { text: 'x', at_seconds: 4 },
    { text: 'x'.repeat(noteLimits.text + 1) },
    { text: 'x', extra: 1 },
  ]) {
    expect((await send('POST', '', body)).status).toBe(400)
  }
  await shop.db.query(
    `insert into class_notes (user_id, session_id, text, created_at, changed_at)
     select $1, $2, 'Note ' || n, app_now(), app_now() from generate_series(1, $3::integer) n`,
    [userId, session, noteLimits.notes],
  )
  expect(await send('POST', '', { text: 'One more' })).toMatchObject({ status: 409, body: { code: 'too_many_notes' } })
})

test('notes are exported, and erased with the account', async () => {
  const { shop, student, userId, send } = await createNotesShop()
  await send('POST', '', { text: 'Ask about locks' })
  await endPlaces(shop.db, userId)
  expect((await send('GET')).status).toBe(404)
  const { parts } = (await shop.get('/auth/export/', student.access)).json<ExportedData>()
  expect(parts['class_notes']).toMatchObject([{ class_number: 1, at_seconds: null, text: 'Ask about locks' }])
  await transaction(shop.db, (tx) => erasePerson(shop.deps, tx, { id: userId, email: student.person.email, verified: true }))
  expect((await shop.db.query('select 1 from class_notes')).rowCount).toBe(0)
})
