import { expect, test } from 'vitest'
import { questionsAnHour, type QuestionThread } from '#contract/learning/questions.ts'
import type { QuestionRecord, StaffAnswer } from '#contract/learning/staff/questions.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces } from '#tests/school/places.ts'
import { addBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { erasePerson } from '#server/people/accounts/erase-person.ts'
import { exportData } from '#server/people/accounts/export-data.ts'
import { transaction } from '#server/platform/db/query.ts'

const words = { title: 'Why does it read the whole table?', body: 'There is an index:\n\n```\nSeq Scan\n```', session_id: null }

async function createBoard() {
  const shop = await createClassShop()
  const join = async (name: string) => {
    const student = await signIn(shop, { ...(await freshPerson()), full_name: name })
    await shop.enrolUser(student.user.id)
    return student
  }
  const [asha, ravi] = [await join('Asha Patil'), await join('Ravi Iyer')]
  const stranger = await signIn(shop)
  const send = (method: 'PUT' | 'DELETE' | 'POST' | 'GET', path: string, token: string, payload?: object, version?: number) =>
    shop.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, ...(version === undefined ? {} : { 'if-match': `"${version}"` }) },
      ...(payload ? { payload } : {}),
    })
  const ask = async (body: object = words, token = asha.access) =>
    send('POST', `/batches/${shop.batchId}/questions/`, token, body)
  const asked = async () => (await ask()).json<QuestionThread>()
  const answer = async (id: number, token: string, body = 'The table is small.') =>
    (await send('POST', `/questions/${id}/answers/`, token, { body })).json<QuestionThread>()
  const teacher = staffClient(shop, 'instructor', shop.instructor)
  return { shop, asha, ravi, stranger, send, ask, asked, answer, teacher }
}

let people = 0
async function freshPerson() {
  people += 1
  return { email: `board-${people}@example.com`, phone_number: String(8_100_000_000 + people) }
}

test('students of the batch ask, answer and accept', async () => {
  const { shop, asha, ravi, send, ask, answer } = await createBoard()
  const { id: session } = await shop.nth(1)
  const first = await ask({ ...words, session_id: session })
  expect(first.statusCode).toBe(201)
  const question = first.json<QuestionThread>()
  expect(question).toMatchObject({ asked_by: 'Asha', mine: true, state: 'unanswered', class_number: 1, may_edit: true })
  const answered = await answer(question.id, ravi.access)
  expect(answered).toMatchObject({ mine: false, state: 'answered', answers: [{ by: 'Ravi', role: 'student', mine: true }] })
  expect(JSON.stringify(answered)).not.toMatch(/example\.com|Patil|Iyer|phone/)
  const answerId = answered.answers[0]?.id
  const accept = (token: string, id: unknown) => send('PUT', `/questions/${question.id}/accepted/`, token, { answer_id: id })
  expect((await accept(ravi.access, answerId)).statusCode).toBe(404)
  expect((await accept(asha.access, 999)).statusCode).toBe(404)
  expect((await accept(asha.access, answerId)).json<QuestionThread>()).toMatchObject({ state: 'accepted' })
  const own = await answer(question.id, asha.access, 'An ANALYZE helped.')
  const moved = (await accept(asha.access, own.answers[1]?.id)).json<QuestionThread>()
  expect(moved.answers.map(({ body, accepted }) => [body, accepted])).toEqual([
    ['An ANALYZE helped.', true],
    ['The table is small.', false],
  ])
  expect((await accept(asha.access, null)).json<QuestionThread>().state).toBe('answered')
})

test('strangers, former students and visitors find no question', async () => {
  const { shop, asha, ravi, stranger, send, asked, answer } = await createBoard()
  const { id, version } = await asked()
  const answerId = (await answer(id, ravi.access)).answers[0]?.id ?? 0
  const calls = (token: string) => [
    send('GET', `/batches/${shop.batchId}/questions/`, token),
    send('POST', `/batches/${shop.batchId}/questions/`, token, words),
    send('GET', `/questions/${id}/`, token),
    send('PUT', `/questions/${id}/`, token, words, version),
    send('DELETE', `/questions/${id}/`, token),
    send('POST', `/questions/${id}/answers/`, token, { body: 'x' }),
    send('PUT', `/questions/${id}/accepted/`, token, { answer_id: answerId }),
    send('DELETE', `/answers/${answerId}/`, token),
  ]
  const statuses = async (token: string) => new Set((await Promise.all(calls(token))).map(({ statusCode }) => statusCode))
  expect(await statuses(stranger.access)).toEqual(new Set([404]))
  expect(await statuses('nobody')).toEqual(new Set([401]))
  const missing = await send('GET', '/questions/99999/', stranger.access)
  expect((await send('GET', `/questions/${id}/`, stranger.access)).json()).toEqual(missing.json())
  const unknown = await send('DELETE', '/answers/99999/', stranger.access)
  expect((await send('DELETE', `/answers/${answerId}/`, stranger.access)).json()).toEqual(unknown.json())
  await endPlaces(shop.db, asha.user.id)
  expect(await statuses(asha.access)).toEqual(new Set([404]))
  expect((await send('GET', `/questions/${id}/`, ravi.access)).statusCode).toBe(200)
})

test('only the author edits and deletes', async () => {
  const { asha, ravi, send, asked, answer } = await createBoard()
  const { id, version } = await asked()
  const edit = (token: string, at: number | undefined, body: object = { ...words, title: 'Better' }) =>
    send('PUT', `/questions/${id}/`, token, body, at)
  expect((await edit(ravi.access, version)).statusCode).toBe(404)
  expect((await edit(asha.access, undefined)).statusCode).toBe(428)
  const edited = (await edit(asha.access, version)).json<QuestionThread>()
  expect(edited).toMatchObject({ title: 'Better', edited_at: expect.any(String) })
  expect((await edit(asha.access, version)).statusCode).toBe(412)
  const { answers } = await answer(id, ravi.access)
  const refused = await edit(asha.access, edited.version)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'answered'])
  expect((await send('DELETE', `/answers/${answers[0]?.id}/`, asha.access)).statusCode).toBe(404)
  expect((await send('DELETE', `/questions/${id}/`, ravi.access)).statusCode).toBe(404)
  expect((await send('DELETE', `/answers/${answers[0]?.id}/`, ravi.access)).json<QuestionThread>().answers).toEqual([])
  expect((await send('DELETE', `/questions/${id}/`, asha.access)).statusCode).toBe(200)
  expect((await send('GET', `/questions/${id}/`, asha.access)).statusCode).toBe(404)
})

test('the board shows unanswered first, by class and by words', async () => {
  const { shop, asha, ravi, send, ask, answer } = await createBoard()
  const { id: session } = await shop.nth(2)
  const titles = ['Old and open', 'Answered', 'New and open']
  const ids: number[] = []
  for (const title of titles)
    ids.push((await ask({ ...words, title, session_id: title === 'Answered' ? session : null })).json<QuestionThread>().id)
  await answer(ids[1] ?? 0, ravi.access)
  const list = async (query = '') => {
    const answered = await send('GET', `/batches/${shop.batchId}/questions/${query}`, asha.access)
    return answered.json<{ questions: { title: string }[] }>().questions.map(({ title }) => title)
  }
  expect(await list()).toEqual(['New and open', 'Old and open', 'Answered'])
  expect(await list(`?session=${session}`)).toEqual(['Answered'])
  expect(await list('?q=NEW%20AND')).toEqual(['New and open'])
  expect(await list('?q=%25')).toEqual([])
})

test.each([
  { ...words, title: '' },
  { ...words, title: 'x'.repeat(151) },
  { ...words, body: 'x'.repeat(5001) },
  { ...words, body: 'a\u0000b' },
  { ...words, body: '\ud800' },
  { ...words, session_id: 99_999 },
  { ...words, user_id: 1 },
])('refuses %o as a question', async (body) => {
  const { shop, ask } = await createBoard()
  expect((await ask(body)).statusCode).toBe(400)
  expect((await shop.db.query('select from questions')).rowCount).toBe(0)
})

test('a second press asks and answers nothing twice', async () => {
  const { shop, ravi, ask, answer } = await createBoard()
  const asked = await Promise.all([ask(), ask(), ask()])
  const [id] = new Set(asked.map((one) => one.json<QuestionThread>().id))
  expect((await shop.db.query('select from questions')).rowCount).toBe(1)
  await Promise.all([answer(id ?? 0, ravi.access), answer(id ?? 0, ravi.access)])
  expect((await shop.db.query('select from answers')).rowCount).toBe(1)
})

test('a student asks so often an hour and no more', async () => {
  const { ask } = await createBoard()
  const statuses: number[] = []
  for (let at = 0; at <= questionsAnHour.questions; at += 1)
    statuses.push((await ask({ ...words, title: `Number ${at}` })).statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(questionsAnHour.questions)
  expect(statuses.at(-1)).toBe(429)
})

test('a student who goes on within the hour sends one mail', async () => {
  const { shop, asha, ravi, asked, answer } = await createBoard()
  const { id } = await asked()
  const ours = async () => (await shop.mails(asha.person.email)).filter(({ subject }) => subject.startsWith('Your question'))
  await answer(id, ravi.access, 'The table is small.')
  await answer(id, ravi.access, 'And the planner knows it.')
  expect(await ours()).toHaveLength(1)
  await shop.db.query(`update answers set created_at = created_at - interval '61 minutes'`)
  await answer(id, ravi.access, 'Read its plan.')
  expect(await ours()).toHaveLength(2)
})

test.each([
  [
    'was switched off',
    `insert into mail_preferences (user_id, kind, wanted, changed_at) select user_id, 'answer', false, app_now() from questions`,
  ],
  ['is for a former student', 'update enrolments set ended_at = app_now()'],
])('a waiting mail of an answer that %s is not sent', async (_title, change) => {
  const { shop, asha, ravi, asked, answer } = await createBoard()
  await answer((await asked()).id, ravi.access, 'The table is small.')
  await shop.db.query(change)
  const subjects = (await shop.mails(asha.person.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('Your question'))).toEqual([])
})

test('each answer of somebody else is one mail', async () => {
  const { shop, asha, ravi, stranger, send, asked, answer, teacher } = await createBoard()
  const { id } = await asked()
  const ours = async () => (await shop.mails(asha.person.email)).filter(({ subject }) => subject.startsWith('Your question'))
  await answer(id, asha.access, 'More about it.')
  expect(await ours()).toHaveLength(0)
  await answer(id, ravi.access)
  const { version } = (await teacher('GET', `questions/${id}/`)).as<QuestionRecord>()
  await teacher('POST', `questions/${id}/answers/`, { body: { body: 'Look at the plan.' }, version })
  const mails = await ours()
  const authors = mails.map(({ text }) => /(Somebody of your batch|Meera Kulkarni) has answered/.exec(text)?.[1])
  expect(new Set(authors)).toEqual(new Set(['Meera Kulkarni', 'Somebody of your batch']))
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain(`/questions/${id}`)
  expect(JSON.stringify(mails)).not.toMatch(/Ravi|The table is small|Look at the plan/)
  await shop.enrolUser(stranger.user.id)
  const deleted = (await answer(id, stranger.access, 'Wrong words')).answers.at(-1)
  await send('DELETE', `/answers/${deleted?.id}/`, stranger.access)
  expect(await ours()).toHaveLength(2)
  await shop.db.query(
    `insert into mail_preferences (user_id, kind, wanted, changed_at) values ($1, 'answer', false, app_now())`,
    [asha.user.id],
  )
  await answer(id, stranger.access, 'Once more')
  expect(await ours()).toHaveLength(2)
})

test('the instructor answers own batches, the oldest first, by age', async () => {
  const { shop, ravi, asha, ask, asked, answer, teacher } = await createBoard()
  await shop.setClock(february('03', '04:00'))
  const { id } = await asked()
  await shop.setClock(february('04', '04:00'))
  const second = (await ask({ ...words, title: 'Later' }, ravi.access)).json<QuestionThread>()
  const waiting = async () =>
    (await teacher('GET', 'questions/?state=waiting'))
      .as<{ items: QuestionRecord[] }>()
      .items.map((one) => [one.id, one.age_hours])
  expect(await waiting()).toEqual([
    [id, 24],
    [second.id, 0],
  ])
  const before = (await teacher('GET', `questions/${id}/`)).as<QuestionRecord>()
  expect(before).toMatchObject({ student: 'Asha Patil', state: 'waiting', answer_count: 0 })
  const reply = { body: { body: 'Because it is small.' }, version: before.version }
  const answered = await teacher('POST', `questions/${id}/answers/`, reply)
  expect(answered.as<QuestionRecord>()).toMatchObject({ state: 'answered', age_hours: null })
  expect((await teacher('POST', `questions/${id}/answers/`, reply)).status).toBe(412)
  expect(await waiting()).toEqual([[second.id, 0]])
  // The student writes again, so it waits again.
  await answer(id, asha.access, 'It is not small.')
  expect(await waiting()).toEqual([
    [second.id, 0],
    [id, 0],
  ])
  const { answers } = (await teacher('GET', `questions/${id}/answers/`)).as<{ answers: StaffAnswer[] }>()
  expect(answers.map(({ by, role, of_asker }) => [by, role, of_asker])).toEqual([
    ['Meera Kulkarni', 'instructor', false],
    ['Asha Patil', 'student', true],
  ])
  const { version } = (await teacher('GET', `questions/${id}/`)).as<QuestionRecord>()
  const accepted = await teacher('POST', `questions/${id}/accept/`, { body: { answer_id: answers[0]?.id }, version })
  expect(accepted.as<QuestionRecord>().state).toBe('accepted')
  expect(JSON.stringify(before)).not.toMatch(/example\.com|phone/)
})

test('other instructors find nothing, a substitute that class alone', async () => {
  const { shop, asked, ask } = await createBoard()
  const tara = await addTeacher(shop)
  await addBatch(shop.db, shop.courseId, {})
  const call = staffClient(shop, 'instructor', tara)
  const { id, version } = await asked()
  expect((await call('GET', 'questions/')).as<{ total: number }>().total).toBe(0)
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', 'answers/', undefined],
    ['POST', 'answers/', { body: 'x' }],
    ['POST', 'accept/', { answer_id: null }],
    ['POST', 'remove/', {}],
  ] as const)
    expect((await call(method, `questions/${id}/${path}`, { ...(body ? { body } : {}), version })).status, path).toBe(404)
  const session = await shop.nth(2)
  await shop.verb(session, 'substitute/', { instructor_id: tara.instructorId })
  const about = (await ask({ ...words, session_id: session.id })).json<QuestionThread>()
  expect((await call('GET', 'questions/')).as<{ items: QuestionRecord[] }>().items.map((one) => one.id)).toEqual([about.id])
  expect((await call('POST', `questions/${about.id}/answers/`, { body: { body: 'Yes.' }, version: about.version })).status).toBe(
    200,
  )
})

test('content and finance see no question, support removes with a trace', async () => {
  const { shop, ravi, asked, answer } = await createBoard()
  const { id } = await asked()
  const { answers } = await answer(id, ravi.access)
  expect((await staffClient(shop, 'content')('GET', 'questions/')).status).toBe(403)
  expect((await staffClient(shop, 'finance')('GET', 'questions/')).status).toBe(403)
  const support = await addStaff(shop, 'support')
  const call = staffClient(shop, 'support', support)
  const version = async () => (await call('GET', `questions/${id}/`)).as<QuestionRecord>().version
  const removed = await call('POST', `questions/${id}/remove-answer/`, {
    body: { answer_id: answers[0]?.id },
    version: await version(),
  })
  expect(removed.as<QuestionRecord>().answer_count).toBe(0)
  expect((await call('POST', `questions/${id}/remove/`, { body: {}, version: await version() })).status).toBe(200)
  expect((await call('GET', `questions/${id}/`)).status).toBe(404)
  const { rows } = await shop.db.query<{ table_name: string; changes: object }>(
    `select table_name, changes from audit_log where operation = 'delete' and actor_id = $1 order by id`,
    [support.id],
  )
  expect(rows.map(({ table_name: table }) => table)).toEqual(['answers', 'questions'])
  expect(JSON.stringify(rows)).not.toMatch(/whole table|is small/)
})

test('one answer of a question is accepted at most', async () => {
  const { shop, asha, ravi, send, asked, answer } = await createBoard()
  const { id } = await asked()
  await answer(id, ravi.access, 'One')
  const { answers } = await answer(id, ravi.access, 'Two')
  await Promise.all(answers.map((one) => send('PUT', `/questions/${id}/accepted/`, asha.access, { answer_id: one.id })))
  expect((await shop.db.query('select from answers where accepted_at is not null')).rowCount).toBe(1)
  await expect(shop.db.query('update answers set accepted_at = app_now()')).rejects.toThrow(/answers_accepted_once/)
})

test('an erased person leaves answers without a name and no question', async () => {
  const { shop, asha, ravi, send, ask, asked, answer } = await createBoard()
  const [answered, lone] = [(await asked()).id, (await ask({ ...words, title: 'Alone' })).json<QuestionThread>().id]
  await answer(answered, ravi.access)
  const other = (await ask({ ...words, title: 'Of Ravi' }, ravi.access)).json<QuestionThread>().id
  await answer(other, asha.access, 'Helpful words')
  const person = { id: asha.user.id, email: asha.person.email, verified: true }
  const { parts } = await exportData(shop.deps, person)
  expect([parts['questions'], parts['answers_to_questions']]).toMatchObject([[{}, {}], [{ body: 'Helpful words' }]])
  await transaction(shop.deps.db, (tx) => erasePerson(shop.deps, tx, person))
  expect((await send('GET', `/questions/${lone}/`, ravi.access)).statusCode).toBe(404)
  const left = (await send('GET', `/questions/${answered}/`, ravi.access)).json<QuestionThread>()
  expect(left).toMatchObject({ asked_by: 'Former student', title: null, body: null, may_answer: false })
  expect((await send('POST', `/questions/${answered}/answers/`, ravi.access, { body: 'More' })).statusCode).toBe(409)
  const ofAsha = (await send('GET', `/questions/${other}/`, ravi.access)).json<QuestionThread>().answers[0]
  expect(ofAsha).toMatchObject({ by: 'Former student', body: 'Helpful words' })
})
