import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Room } from '#contract/classes/classes.ts'
import type { Audience, MessageRecord } from '#contract/messaging/staff/messages.ts'
import type { ExerciseRecord } from '#contract/learning/staff/work.ts'
import type { StudentRecord } from '#contract/desk/staff/students.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { makeMediaFolder, uploadPicture } from '#tests/school/media-library.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { type StaffClient, staffClient } from '#tests/school/staff-client.ts'

const words = { subject: 'About class 1', body: 'Watch the recording.\n\nThen write to us.' }

interface School extends ClassShop {
  students: number[]
  support: StaffClient
}

/** A school with three students whose first class is over. The clock shows 4 February 2031, 15:30 IST. */
async function open(given: Parameters<typeof createClassShop>[1] = {}): Promise<School> {
  const shop = await createClassShop(0, given)
  const students = await shop.enrol(3)
  await shop.setClock(february('04', '10:00'))
  return Object.assign(shop, { students, support: staffClient(shop, 'support', await addStaff(shop, 'support')) })
}

const draft = (shop: School, given: object, call = shop.support) =>
  call('POST', 'messages/', { body: { batch_id: shop.batchId, ...words, ...given } })
const audienceOf = async (call: StaffClient, { id }: { id: number }) =>
  (await call('GET', `messages/${id}/audience/`)).as<Audience>()
async function send(call: StaffClient, message: MessageRecord) {
  const { count, hash } = await audienceOf(call, message)
  return call('POST', `messages/${message.id}/send/`, { body: { recipients: count, hash }, version: message.version })
}
const sentTo = async (shop: School) => (await shop.mails()).map(({ to }) => to).toSorted()

async function addExercise(shop: School): Promise<ExerciseRecord> {
  const body = {
    session_id: (await shop.nth(1)).id,
    title: 'Make a query fast',
    text: 'Read its plan.',
    link: null,
    due_at: february('07', '18:00'),
  }
  return (await staffClient(shop, 'instructor', shop.instructor)('POST', 'exercises/', { body })).as<ExerciseRecord>()
}

/** A student of the batch who has signed in. */
async function addReader(shop: School) {
  const { access, person } = await signIn(shop)
  const { rows } = await shop.db.query<{ id: number }>('select id::int from users where email = $1', [person.email])
  const id = rows[0]?.id ?? 0
  await shop.enrolUser(id)
  return { id, token: access, email: person.email }
}

async function handIn(shop: School, exercise: ExerciseRecord, token: string) {
  const form = new FormData()
  form.set('attempt', '1')
  form.set('text', 'An index on the day.')
  const sent = new Response(form)
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/exercises/${exercise.id}/submissions/`,
    headers: { authorization: `Bearer ${token}`, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  expect(answer.statusCode, answer.body).toBe(201)
}

test('a message to the absent reaches nobody who came', async () => {
  const shop = await open()
  const session = await shop.nth(1)
  const mark = { session_id: session.id, student_id: shop.students[0], version: 0, status: 'present' as const }
  expect((await shop.call('POST', `attendance/${shop.batchId}/marks/`, { body: { marks: [mark] } })).status).toBe(200)
  const made = (await draft(shop, { audience: 'absent', session_id: session.id })).as<MessageRecord>()
  expect(made).toMatchObject({ audience: 'absent', session_id: session.id, session_starts_at: session.starts_at })
  expect((await send(shop.support, made)).as<MessageRecord>()).toMatchObject({ recipients: 2 })
  expect(await sentTo(shop)).toEqual(['student-2@example.com', 'student-3@example.com'])
})

test('a message about work leaves out who handed in', async () => {
  const shop = await open()
  const exercise = await addExercise(shop)
  const reader = await addReader(shop)
  const owing = (await draft(shop, { audience: 'owing', exercise_id: exercise.id })).as<MessageRecord>()
  const overdue = (await draft(shop, { audience: 'overdue' })).as<MessageRecord>()
  expect(owing).toMatchObject({ exercise: 'Make a query fast' })
  expect((await audienceOf(shop.support, owing)).count).toBe(4)
  const seen = await audienceOf(shop.support, owing)
  await handIn(shop, exercise, reader.token)
  const body = { recipients: seen.count, hash: seen.hash }
  const refused = await shop.support('POST', `messages/${owing.id}/send/`, { body, version: owing.version })
  expect(refused.as()).toMatchObject({ code: 'recipients_changed', current: { count: 3 } })
  expect((await audienceOf(shop.support, overdue)).count).toBe(0)
  expect((await send(shop.support, overdue)).error).toMatchObject({
    code: 'no_recipients',
    message: 'No student of the batch owes work that is overdue. Nobody would get the message.',
  })
  await shop.setClock(february('08'))
  expect((await audienceOf(shop.support, overdue)).count).toBe(3)
  await shop.verb(await shop.nth(1), 'cancel', { reason: '' })
  expect((await audienceOf(shop.support, overdue)).count).toBe(0)
})

test('a draft about a removed exercise reaches nobody', async () => {
  const shop = await open()
  const { id, version } = await addExercise(shop)
  const made = (await draft(shop, { audience: 'owing', exercise_id: id })).as<MessageRecord>()
  await staffClient(shop, 'instructor', shop.instructor)('POST', `exercises/${id}/remove/`, { version })
  expect(await audienceOf(shop.support, made)).toMatchObject({ count: 0, left_out: 0 })
  expect((await shop.support('GET', `messages/${made.id}/`)).as()).toMatchObject({ exercise_id: null, exercise: null })
})

test('words to one student are unlogged and erased with them', async () => {
  const shop = await open()
  const [student] = shop.students
  const given = { audience: 'student', batch_id: null, student_id: student, session_id: 1, stays_in_room: true }
  const made = (await draft(shop, given)).as<MessageRecord>()
  expect(made).toMatchObject({ student: 'Student A', batch_id: null, course: null, session_id: null, stays_in_room: false })
  const sent = (await send(shop.support, made)).as<MessageRecord>()
  const [mail] = await shop.mails('student-1@example.com')
  expect(mail?.text.replaceAll('\n', ' ')).toContain('You get this mail as a student of')
  expect(await sentTo(shop)).toEqual(['student-1@example.com'])
  const { rows } = await shop.db.query(`select 1 from audit_log where changes::text like '%recording%'`)
  expect(rows).toEqual([])
  expect((await shop.support('GET', `messages/?student=${student}`)).as<{ total: number }>().total).toBe(1)
  const owner = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const { version } = (await owner('GET', `students/${student}/`)).as<StudentRecord>()
  const erased = await owner('POST', `students/${student}/erase/`, { body: { confirm: 'ERASE' }, version })
  expect(erased.status).toBe(200)
  expect((await shop.support('GET', `messages/${sent.id}/`)).as()).toMatchObject({ subject: 'Erased', body: 'Erased' })
  const change = shop.db.query(`update messages set subject = 'Other' where id = $1`, [sent.id])
  await expect(change).rejects.toThrow()
})

/** Makes a draft of support wait for its author, does something meanwhile, and lets the draft go on. */
async function meanwhile<Did>(shop: School, given: object, act: () => Promise<Did>) {
  const client = await shop.db.connect()
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = (count: number) => expect.poll(async () => (await shop.db.query(blocked)).rowCount).toBe(count)
  try {
    await client.query('begin')
    await client.query(`select from staff where roles = '{support}' for no key update`)
    const made = draft(shop, given)
    await waiting(1)
    const did = act()
    await waiting(2)
    await client.query('commit')
    return { made: await made, did: await did }
  } finally {
    client.release()
  }
}

test('an erasure meanwhile erases the draft too', async () => {
  const shop = await open()
  const [student] = shop.students
  const owner = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const { version } = (await owner('GET', `students/${student}/`)).as<StudentRecord>()
  const given = { audience: 'student', student_id: student }
  const { made, did } = await meanwhile(shop, given, () =>
    owner('POST', `students/${student}/erase/`, { body: { confirm: 'ERASE' }, version }),
  )
  expect([made.status, did.status]).toEqual([201, 200])
  const { rows } = await shop.db.query('select subject, body from messages')
  expect(rows).toEqual([{ subject: 'Erased', body: 'Erased' }])
})

test('an exercise that is removed meanwhile leaves its draft', async () => {
  const shop = await open()
  const { id, version } = await addExercise(shop)
  const teacher = staffClient(shop, 'instructor', shop.instructor)
  const { made, did } = await meanwhile(shop, { audience: 'owing', exercise_id: id }, () =>
    teacher('POST', `exercises/${id}/remove/`, { version }),
  )
  expect([made.status, did.status]).toEqual([201, 200])
  expect((await shop.support('GET', `messages/${made.as<MessageRecord>().id}/`)).as()).toMatchObject({ exercise_id: null })
})

test('a stale change says so before what it lacks', async () => {
  const shop = await open()
  const exercise = await addExercise(shop)
  const made = (await draft(shop, { audience: 'owing', exercise_id: exercise.id })).as<MessageRecord>()
  await staffClient(shop, 'instructor', shop.instructor)('POST', `exercises/${exercise.id}/remove/`, {
    version: exercise.version,
  })
  const change = await shop.support('PATCH', `messages/${made.id}/`, { body: { subject: 'Other' }, version: made.version })
  expect(change.status).toBe(412)
})

test('a message that names nobody or somebody else is refused', async () => {
  const shop = await open()
  const other = await sellCourse(shop.db)
  const [held, ahead] = [await shop.nth(1), await shop.nth(4)]
  const exercise = await addExercise(shop)
  for (const [given, status, field] of [
    [{ batch_id: null }, 400, 'batch_id'],
    [{ audience: 'student', student_id: null }, 400, 'student_id'],
    [{ audience: 'absent' }, 400, 'session_id'],
    [{ audience: 'owing' }, 400, 'exercise_id'],
    [{ audience: 'late' }, 400, 'audience'],
    [{ batch_id: 999_999 }, 409, 'batch_id'],
    [{ audience: 'student', batch_id: null, student_id: 999_999 }, 409, 'student_id'],
    [{ audience: 'absent', session_id: ahead.id }, 409, 'session_id'],
    [{ audience: 'absent', batch_id: other.batchId, session_id: held.id }, 409, 'session_id'],
    [{ audience: 'owing', batch_id: other.batchId, exercise_id: exercise.id }, 409, 'exercise_id'],
    [{ pictures: [`media/library/${'0'.repeat(32)}-cm/960.webp`] }, 400, 'pictures'],
    [{ pictures: ['media/library/../secret'] }, 400, 'pictures'],
  ] as const) {
    const answer = await draft(shop, given)
    expect([answer.status, answer.error], JSON.stringify(given)).toEqual([
      status,
      expect.objectContaining({ [field]: [expect.any(String)] }),
    ])
  }
  expect((await shop.db.query('select 1 from messages')).rowCount).toBe(0)
})

test('another audience leaves the ids of the one before', async () => {
  const shop = await open()
  const session = await shop.nth(1)
  const made = (await draft(shop, { audience: 'absent', session_id: session.id })).as<MessageRecord>()
  const change = (body: object, version: number) => shop.support('PATCH', `messages/${made.id}/`, { body, version })
  const toAll = (await change({ audience: 'batch', stays_in_room: true }, made.version)).as<MessageRecord>()
  expect(toAll).toMatchObject({ audience: 'batch', session_id: null, stays_in_room: true, subject: words.subject })
  const toOne = await change({ audience: 'student', student_id: shop.students[0], batch_id: null }, toAll.version)
  expect(toOne.as()).toMatchObject({ audience: 'student', batch_id: null, stays_in_room: false })
  expect((await change({ audience: 'absent' }, toAll.version + 1)).status).toBe(400)
})

test('pictures are attached, and stay in the library meanwhile', async () => {
  const shop = await open({ config: { mediaDir: await makeMediaFolder() } })
  const picture = await uploadPicture(shop, { name: 'Room plan: 2nd floor', width: 800, height: 500 })
  const made = (await draft(shop, { pictures: [picture.path] })).as<MessageRecord>()
  expect(made.pictures).toEqual([picture.path])
  const remove = async () => {
    const answer = await shop.app.inject({
      method: 'DELETE',
      url: `/api/staff/media/${picture.id}/`,
      headers: { ...shop.asStaff('content') },
    })
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code }
  }
  expect((await remove()).code).toBe('in_use')
  expect((await shop.call('GET', `media/${picture.id}/uses/`)).as()).toEqual({
    items: [{ resource: 'messages', id: made.id, title: words.subject }],
  })
  await send(shop.support, made)
  const [mail] = await shop.mails('student-1@example.com')
  const [file] = mail?.attachments ?? []
  expect(file).toMatchObject({ filename: 'Room plan 2nd floor.jpg', contentType: 'image/jpeg' })
  expect((await sharp(file?.content).metadata()).format).toBe('jpeg')
  expect((await remove()).code).toBe('in_use')
  await shop.setClock(february('07'))
  expect((await remove()).status).toBe(200)
  expect((await shop.support('GET', `messages/${made.id}/`)).as<MessageRecord>().pictures).toEqual([])
})

test('an announcement stays in the room until it is taken out', async () => {
  const shop = await open()
  const made = (await draft(shop, { stays_in_room: true })).as<MessageRecord>()
  const reader = await addReader(shop)
  const room = async () =>
    (await shop.get(`/enrolled-courses/${shop.courseId}/`, reader.token)).json<Room>().batches[0]?.announcements
  expect(await room()).toEqual([])
  const sent = (await send(shop.support, made)).as<MessageRecord>()
  const late = await addReader(shop)
  const ofLate = (await shop.get(`/enrolled-courses/${shop.courseId}/`, late.token)).json<Room>().batches[0]
  expect(ofLate?.announcements).toEqual([{ id: made.id, ...words, pictures: [], sender: sent.sent_by, sent_at: sent.sent_at }])
  const act = (verb: string, version: number) => shop.support('POST', `messages/${made.id}/${verb}/`, { version })
  const hidden = (await act('hide', sent.version)).as<MessageRecord>()
  expect([hidden.stays_in_room, await room()]).toEqual([false, []])
  expect((await act('show', sent.version)).status).toBe(412)
  await act('show', hidden.version)
  expect(await room()).toMatchObject([words])
  const toOne = (await draft(shop, { audience: 'student', student_id: reader.id })).as<MessageRecord>()
  const { version } = (await send(shop.support, toOne)).as<MessageRecord>()
  expect((await shop.support('POST', `messages/${toOne.id}/show/`, { version })).error.code).toBe('not_for_all')
})

test('an instructor writes to one student of an own batch', async () => {
  const shop = await open()
  const call = staffClient(shop, 'instructor', shop.instructor)
  const [student, another] = shop.students
  const toOne = { audience: 'student', student_id: student }
  expect((await draft(shop, { ...toOne, batch_id: null }, call)).error).toHaveProperty('batch_id')
  expect((await draft(shop, { ...toOne, student_id: (await addStranger(shop)).id }, call)).status).toBe(409)
  for (const subject of ['One', 'Two', 'Three']) {
    const made = (await draft(shop, { ...toOne, subject }, call)).as<MessageRecord>()
    expect((await send(call, made)).status).toBe(200)
  }
  const fourth = (await draft(shop, { ...toOne, subject: 'Four' }, call)).as<MessageRecord>()
  expect((await send(call, fourth)).error).toMatchObject({
    code: 'messages_of_today',
    message: 'This student has had 3 messages of the instructor today. The next one can go out tomorrow.',
  })
  const other = (await draft(shop, { ...toOne, student_id: another }, call)).as<MessageRecord>()
  expect((await send(call, other)).status).toBe(200)
  expect((await send(call, (await draft(shop, {}, call)).as<MessageRecord>())).status).toBe(200)
})

async function addStranger(shop: School): Promise<{ id: number }> {
  const { person } = await signIn(shop)
  const { rows } = await shop.db.query<{ id: number }>('select id::int from users where email = $1', [person.email])
  return { id: rows[0]?.id ?? 0 }
}
