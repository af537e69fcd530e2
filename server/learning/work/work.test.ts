import { expect, test } from 'vitest'
import type { ExerciseRecord, SubmissionRecord, SubmittedWork } from '#contract/learning/staff/work.ts'
import type { OwnExercise, OwnWork } from '#contract/learning/work.ts'
import { system } from '#server/platform/auth/principal.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces } from '#tests/school/places.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { type StaffClient, staffClient } from '#tests/school/staff-client.ts'
import { endingOf, sweepSubmissionFiles } from './submission-files.ts'
import { tellWaitingWork } from './tell-waiting-work.ts'
import { workPersonalData } from './personal-data.ts'

interface School extends ClassShop {
  teacher: StaffClient
  exercise: ExerciseRecord
  student: { id: number; token: string; email: string }
}

/** A school with one exercise of class 1, due on 7 February 2031. The clock shows 4 February. */
async function open(): Promise<School> {
  const shop = await createClassShop(0)
  const student = await addStudent(shop)
  await shop.enrolUser(student.id)
  await shop.setClock(february('04', '10:00'))
  const teacher = staffClient(shop, 'instructor', shop.instructor)
  const exercise = (await teacher('POST', 'exercises/', { body: await exerciseOf(shop) })).as<ExerciseRecord>()
  return Object.assign(shop, { teacher, exercise, student })
}
async function addStudent(shop: ClassShop) {
  const { access, person } = await signIn(shop)
  const { rows } = await shop.db.query<{ id: number }>('select id::int from users where email = $1', [person.email])
  return { id: rows[0]?.id ?? 0, token: access, email: person.email }
}
const exerciseOf = async (shop: ClassShop) => ({
  session_id: (await shop.nth(1)).id,
  title: 'Make a query fast',
  text: 'Read its plan.',
  link: null,
  due_at: february('07', '18:00'),
})

async function handIn(shop: School, fields: Record<string, string | File>, { token } = shop.student) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ attempt: '1', ...fields })) form.append(name, value)
  const sent = new Response(form)
  return shop.app.inject({
    method: 'POST',
    url: `/api/exercises/${shop.exercise.id}/submissions/`,
    headers: { authorization: `Bearer ${token}`, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
}
const queueOf = async (call: StaffClient) =>
  (await call('GET', 'submissions/?state=waiting')).as<{ items: SubmissionRecord[] }>().items
const firstWaiting = async (shop: School) => (await queueOf(shop.teacher))[0]?.id ?? 0
const review = (call: StaffClient, id: number, body: object = {}) =>
  call('POST', `submissions/${id}/review/`, { body: { outcome: 'again', words: '', comments: [], ...body } })

test('a student hands in, is reviewed by line, and is accepted', async () => {
  const shop = await open()
  const todo = (await shop.get('/work/', shop.student.token)).json<{ items: OwnExercise[] }>()
  expect(todo.items).toMatchObject([{ title: 'Make a query fast', state: 'to_do', number: 1, attempts: 0 }])
  expect((await handIn(shop, { text: 'select *\r\nfrom orders' })).statusCode).toBe(201)
  const first = await firstWaiting(shop)
  const reviewed = await review(shop.teacher, first, { words: 'Nearly.', comments: [{ line: 2, text: 'Which ones?' }] })
  expect(reviewed.as<SubmittedWork>().submission.state).toBe('again')
  expect((await shop.mails(shop.student.email))[0]?.subject).toContain('Please try again')
  const again = await handIn(shop, { attempt: '2', text: 'select id\nfrom orders' })
  expect(again.json<OwnWork>()).toMatchObject({
    state: 'handed_in',
    tried: [
      { attempt: 2 },
      { text: 'select *\nfrom orders', review: { words: 'Nearly.', comments: [{ line: 2, text: 'Which ones?' }] } },
    ],
  })
  await review(shop.teacher, await firstWaiting(shop), { outcome: 'accepted' })
  const done = await handIn(shop, { attempt: '3', text: 'more' })
  expect([done.statusCode, done.json<{ code: string }>().code]).toEqual([409, 'accepted'])
  const { rows } = await shop.db.query('select exercises, accepted from accepted_work where user_id = $1', [shop.student.id])
  expect(rows).toEqual([{ exercises: 1, accepted: 1 }])
})

test('an attempt that is sent twice at once is stored once', async () => {
  const shop = await open()
  const answers = await Promise.all([handIn(shop, { text: 'one' }), handIn(shop, { text: 'two' })])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('a review taken back at once tells nobody', async () => {
  const shop = await open()
  await handIn(shop, { text: 'select 1' })
  const id = await firstWaiting(shop)
  await review(shop.teacher, id, { words: 'Nearly.' })
  const undo = () => shop.teacher('POST', `submissions/${id}/review/undo/`)
  expect((await undo()).as<SubmittedWork>().submission.state).toBe('waiting')
  expect((await shop.mails(shop.student.email)).filter(({ subject }) => subject.includes('Make a query fast'))).toEqual([])
  expect((await undo()).error.code).toBe('too_late')
  expect((await review(shop.teacher, id, { outcome: 'accepted' })).as<SubmittedWork>().submission.state).toBe('accepted')
})

test('a review of another person, or one that was mailed, stays', async () => {
  const shop = await open()
  await handIn(shop, { text: 'select 1' })
  const id = await firstWaiting(shop)
  await review(shop.teacher, id)
  expect((await staffClient(shop, 'owner')('POST', `submissions/${id}/review/undo/`)).error.code).toBe('too_late')
  await shop.mails(shop.student.email)
  expect((await shop.teacher('POST', `submissions/${id}/review/undo/`)).error.code).toBe('too_late')
})

test('an attempt that is reviewed twice at once has one review', async () => {
  const shop = await open()
  await handIn(shop, { text: 'one' })
  const id = await firstWaiting(shop)
  const answers = await Promise.all([review(shop.teacher, id), review(shop.teacher, id, { outcome: 'accepted' })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('late work is taken and says so', async () => {
  const shop = await open()
  await shop.setClock(february('09', '10:00'))
  expect((await handIn(shop, { link: 'https://example.com/work' })).json<OwnWork>()).toMatchObject({
    late: true,
    state: 'handed_in',
  })
})

test('a stranger and a student who has left find no work', async () => {
  const shop = await open()
  const stranger = await addStudent(shop)
  await handIn(shop, { text: 'mine', file: new File(['code'], 'a.py') })
  const id = await firstWaiting(shop)
  const paths = [`/exercises/${shop.exercise.id}/`, `/submissions/${id}/file/`]
  for (const path of paths) {
    expect((await shop.get(path, stranger.token)).statusCode, path).toBe(404)
    expect((await shop.get(path)).statusCode, path).toBe(401)
    expect((await shop.get(path, shop.student.token)).statusCode, path).toBe(200)
  }
  expect((await handIn(shop, { text: 'not mine' }, stranger)).statusCode).toBe(404)
  await shop.enrolUser(stranger.id)
  expect((await shop.get(`/submissions/${id}/file/`, stranger.token)).statusCode).toBe(404)
  expect((await shop.get(`/exercises/${shop.exercise.id}/`, stranger.token)).json<OwnWork>().tried).toEqual([])
  await endPlaces(shop.db, shop.student.id)
  for (const path of paths) expect((await shop.get(path, shop.student.token)).statusCode, path).toBe(404)
  expect((await handIn(shop, { attempt: '2', text: 'late' })).statusCode).toBe(404)
  expect((await review(shop.teacher, id)).error.code).toBe('student_left')
})

test('only who teaches the class reviews its work', async () => {
  const shop = await open()
  await handIn(shop, { text: 'mine' })
  const id = await firstWaiting(shop)
  const other = staffClient(shop, 'instructor', await addStaff(shop, 'instructor'))
  expect(await queueOf(other)).toEqual([])
  expect((await other('GET', `submissions/${id}/work/`)).status).toBe(404)
  expect((await other('GET', `submissions/${id}/file/`)).status).toBe(404)
  expect((await review(other, id)).status).toBe(404)
  expect((await other('POST', 'exercises/', { body: await exerciseOf(shop) })).status).toBe(404)
  const support = staffClient(shop, 'support', await addStaff(shop, 'support'))
  expect(await queueOf(support)).toHaveLength(1)
  expect((await review(support, id)).status).toBe(403)
})

test('a substitute reviews the work of that class only', async () => {
  const shop = await open()
  const { instructorId: instructor_id, ...leela } = await addTeacher(shop, 'Leela Menon')
  const substitute = staffClient(shop, 'instructor', leela)
  await handIn(shop, { text: 'mine' })
  await shop.verb(await shop.nth(2), 'substitute/', { instructor_id })
  expect(await queueOf(substitute)).toEqual([])
  // Nobody can be substituted in a class that is over.
  await shop.setClock(february('03', '10:00'))
  await shop.verb(await shop.nth(1), 'substitute/', { instructor_id })
  await shop.setClock(february('04', '10:00'))
  expect((await review(substitute, await firstWaiting(shop), { outcome: 'accepted' })).status).toBe(200)
  expect((await substitute('POST', 'exercises/', { body: await exerciseOf(shop) })).status).toBe(201)
})

test('each state lists its attempts, the oldest first', async () => {
  const shop = await open()
  const listed = async () => {
    const found: Record<string, string[]> = {}
    for (const state of ['waiting', 'accepted', 'again', 'replaced', 'left']) {
      const { items } = (await shop.teacher('GET', `submissions/?state=${state}`)).as<{ items: SubmissionRecord[] }>()
      if (items.length > 0) found[state] = items.map(({ attempt, student }) => `${attempt} ${student}`)
    }
    return found
  }
  const names = async () => (await shop.db.query<{ name: string }>('select full_name as name from users order by id')).rows
  await handIn(shop, { text: 'one' })
  await handIn(shop, { attempt: '2', text: 'two' })
  const [{ name } = { name: '' }] = await names()
  expect(await listed()).toEqual({ waiting: [`2 ${name}`], replaced: [`1 ${name}`] })
  const second = await firstWaiting(shop)
  await review(shop.teacher, second)
  expect(await listed()).toEqual({ again: [`2 ${name}`], replaced: [`1 ${name}`] })
  await handIn(shop, { attempt: '3', text: 'three' })
  expect(await listed()).toEqual({ waiting: [`3 ${name}`], again: [`2 ${name}`], replaced: [`1 ${name}`] })
  const { next } = (await shop.teacher('GET', `submissions/${second}/work/`)).as<SubmittedWork>()
  expect(next).toBe(await firstWaiting(shop))
  await review(shop.teacher, await firstWaiting(shop), { outcome: 'accepted' })
  expect(await listed()).toEqual({ accepted: [`3 ${name}`], again: [`2 ${name}`], replaced: [`1 ${name}`] })
  await shop.db.query('delete from submission_reviews where outcome = $1', ['accepted'])
  expect(await listed()).toMatchObject({ waiting: [`3 ${name}`] })
  await endPlaces(shop.db, shop.student.id)
  expect(await listed()).toEqual({ left: [`3 ${name}`], again: [`2 ${name}`], replaced: [`1 ${name}`] })
})

test('a student who switched the mail off gets none', async () => {
  const shop = await open()
  await shop.db.query(
    `insert into mail_preferences (user_id, kind, wanted, changed_at) values ($1, 'review', false, app_now())`,
    [shop.student.id],
  )
  await handIn(shop, { text: 'mine' })
  expect((await review(shop.teacher, await firstWaiting(shop))).status).toBe(200)
  const { rows } = await shop.db.query(`select 1 from mail_outbox where template = 'work-reviewed'`)
  expect(rows).toEqual([])
})

test.each([
  [
    'was switched off',
    `insert into mail_preferences (user_id, kind, wanted, changed_at) select user_id, 'review', false, app_now() from submissions`,
  ],
  ['is for a former student', 'update enrolments set ended_at = app_now()'],
])('a waiting mail of a review that %s is not sent', async (_title, change) => {
  const shop = await open()
  await handIn(shop, { text: 'mine' })
  await review(shop.teacher, await firstWaiting(shop))
  await shop.db.query(change)
  await shop.mails()
  const { rows } = await shop.db.query(`select sent_at from mail_outbox where template = 'work-reviewed'`)
  expect(rows).toEqual([{ sent_at: null }])
})

test('a student hands in so often an hour and no more', async () => {
  const shop = await open()
  await shop.db.query(
    `insert into limit_counters (key, window_start, count)
     values ('hand-in student ' || $1::text, date_bin('1 hour', app_now(), 'epoch'), 1000000)`,
    [shop.student.id],
  )
  expect((await handIn(shop, { text: 'mine' })).statusCode).toBe(429)
  expect(await queueOf(shop.teacher)).toEqual([])
})

test('a file is an attachment under a name of ours', async () => {
  const shop = await open()
  await handIn(shop, { file: new File(['<script>alert(1)</script>'], '../../evil".html') })
  const id = await firstWaiting(shop)
  const { headers, body } = await shop.get(`/submissions/${id}/file/`, shop.student.token)
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="exercise-${shop.exercise.id}-attempt-1.html"`,
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(body).toBe('<script>alert(1)</script>')
})

/** The beginning of an archive: one stored file. */
function archiveOf(name: string, text: string): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(30)
  head.write('PK\u0003\u0004')
  head.writeUInt16LE(20, 4)
  for (const at of [18, 22]) head.writeUInt32LE(text.length, at)
  head.writeUInt16LE(name.length, 26)
  return Uint8Array.from(Buffer.concat([head, Buffer.from(name + text)]))
}
const officeType = (kind: string) =>
  `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`

test.each([
  ['answer.docx', archiveOf('[Content_Types].xml', officeType('wordprocessingml.document')), 'docx'],
  ['answer.xlsx', archiveOf('[Content_Types].xml', officeType('spreadsheetml.sheet')), 'xlsx'],
  ['answer.pptx', archiveOf('[Content_Types].xml', officeType('presentationml.presentation')), 'pptx'],
  ['answer.odt', archiveOf('mimetype', 'application/vnd.oasis.opendocument.text'), 'odt'],
  ['answer.docx', archiveOf('main.py', 'print(1)'), 'zip'],
  ['answer.sql', 'select 1', 'sql'],
  ['answer.doc', '%PDF-1.7 and more', 'pdf'],
])('%s %# is known by its bytes', async (name, content, ending) => {
  expect(await endingOf(Buffer.from(content), name)).toBe(ending)
})

test.each([
  ['answer.sql', Buffer.from('\uFEFFselect 1', 'utf16le')],
  ['answer.txt', Buffer.from('café', 'latin1')],
])('%s in another encoding is refused with what to do', async (name, content) => {
  const shop = await open()
  const answer = await handIn(shop, { file: new File([Uint8Array.from(content)], name) })
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    400,
    'This file is not text in UTF-8. Please save it as UTF-8 and choose it again.',
  ])
})

test.each([
  ['a program', { file: new File([new Uint8Array([0x4d, 0x5a, 0x00, 0x03])], 'a.pdf') }, 400],
  ['more than 5 MiB', { file: new File([new Uint8Array(5 * 1024 * 1024 + 1).fill(65)], 'a.txt') }, 413],
  ['a link with a script', { link: 'javascript:alert(1)' }, 400],
  ['text with a control character', { text: 'a\u0000b' }, 400],
  ['an empty form', {}, 400],
])('refuses %s and stores nothing', async (_, fields: Record<string, string | File>, status) => {
  const shop = await open()
  expect((await handIn(shop, fields)).statusCode).toBe(status)
  expect(await queueOf(shop.teacher)).toEqual([])
})

test('a comment on a line that the text lacks is refused', async () => {
  const shop = await open()
  await handIn(shop, { text: 'one\ntwo' })
  const answer = await review(shop.teacher, await firstWaiting(shop), { comments: [{ line: 3, text: 'Where?' }] })
  expect(answer.status).toBe(400)
  expect(await queueOf(shop.teacher)).toHaveLength(1)
})

test('an exercise that somebody has handed in stays', async () => {
  const shop = await open()
  await handIn(shop, { text: 'mine' })
  const { id, version } = shop.exercise
  expect((await shop.teacher('POST', `exercises/${id}/remove/`, { version })).error.code).toBe('handed_in')
})

test('an instructor gets one mail a day about waiting work', async () => {
  const shop = await open()
  await handIn(shop, { text: 'mine' })
  await shop.setClock(february('06', '03:30'))
  await tellWaitingWork(shop.deps, system)
  await tellWaitingWork(shop.deps, system)
  const { rows } = await shop.db.query(`select props from mail_outbox where template = 'work-waits'`)
  expect(rows).toMatchObject([{ props: { count: 1, oldestDays: 1 } }])
})

test('erasing an account removes its text and its file', async () => {
  const shop = await open()
  await handIn(shop, { text: 'mine', file: new File(['code'], 'a.py') })
  const { rows } = await shop.db.query<{ file_key: string }>('select file_key from submissions')
  const path = `work/${rows[0]?.file_key}`
  expect(await shop.deps.files.read(path)).toBeDefined()
  const { erasures } = workPersonalData
  for (const { text } of erasures.account ?? []) await shop.db.query(text, [shop.student.id])
  await sweepSubmissionFiles(shop.deps, system)
  expect(await shop.deps.files.read(path)).toBeUndefined()
  expect((await shop.db.query('select text, file_key from submissions')).rows).toEqual([{ text: null, file_key: null }])
})
