import { expect, test } from 'vitest'
import type { JoinState, Room } from '#contract/classes/classes.ts'
import type { BatchRecord, ClassPlan } from '#contract/classes/staff/batches.ts'
import type { SessionOutcome, SessionRecord } from '#contract/classes/staff/sessions.ts'
import { system } from '#server/platform/auth/principal.ts'
import { deliverMail } from '#server/messaging/mail/deliver-mail.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces, movePlace } from '#tests/school/places.ts'
import { addBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'

/** Sorted: mails that were queued together are sent in any order. */
const subjects = async (shop: ClassShop, to: string) => (await shop.mails(to)).map(({ subject }) => subject).toSorted()
const causes = async (shop: ClassShop) =>
  (
    await shop.db.query<{ cause: string }>(`select cause from mail_outbox where cause like 'class-notice:%' order by id`)
  ).rows.map(({ cause }) => cause)
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

test('a moved class mails each student and the instructor once', async () => {
  const shop = await createClassShop(3)
  await shop.db.query(`update users set disabled_at = app_now() where email = 'student-3@example.com'`)
  const session = await shop.nth(4)
  const move = { starts_at: february('11'), minutes: 60 }
  const preview = (await shop.verb(session, 'move/?preview=true', move)).as<SessionOutcome>()
  expect(preview.tells).toEqual({ students: 2, instructors: ['Meera Kulkarni'] })
  expect(await causes(shop)).toEqual([])
  const done = (await shop.verb(session, 'move/', move)).as<SessionOutcome>()
  expect(done.tells).toEqual(preview.tells)
  expect(await causes(shop)).toHaveLength(3)
  const [mail, ...others] = await shop.mails('student-1@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Class moved to Tuesday, 11 February 2031, 7:30 PM IST (Testing in Practice)')
  expect(plain(mail?.text ?? '')).toContain('Was on: Monday, 10 February 2031, 7:30 PM IST')
  expect(plain(mail?.text ?? '')).toContain('Class: Class 4 of 6')
  expect(mail?.text).not.toContain('classroom.example')
  expect(await subjects(shop, 'student-3@example.com')).toEqual([])
  expect(await subjects(shop, shop.instructor.email)).toHaveLength(1)
})

test('one mail tells of a cancelled class and its make-up class', async () => {
  const shop = await createClassShop(1)
  const make_up = { starts_at: february('15', '04:30'), minutes: 90 }
  const body = { reason: 'The instructor is ill.', make_up }
  const { tells } = (await shop.verb(await shop.nth(4), 'cancel/', body)).as<SessionOutcome>()
  expect(tells).toEqual({ students: 1, instructors: ['Meera Kulkarni'] })
  const [mail, ...others] = await shop.mails('student-1@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toBe(
    'No class on Monday, 10 February 2031, 7:30 PM IST, made up on Saturday, 15 February 2031, 10:00 AM IST (Testing in Practice)',
  )
  expect(plain(mail?.text ?? '')).toContain('Made up on: Saturday, 15 February 2031, 10:00 AM IST')
})

test('the mail of a later make-up class names the cancelled one', async () => {
  const shop = await createClassShop(1)
  const { session } = (await shop.verb(await shop.nth(4), 'cancel/')).as<SessionOutcome>()
  await shop.mails('student-1@example.com')
  const body = { starts_at: february('15', '04:30'), minutes: 90, makes_up_for: session.id }
  await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body })
  const mail = (await shop.mails('student-1@example.com')).find(({ subject }) => !subject.startsWith('No class'))
  expect(mail?.subject).toBe('Make-up class on Saturday, 15 February 2031, 10:00 AM IST (Testing in Practice)')
  expect(plain(mail?.text ?? '')).toContain('Makes up for: Monday, 10 February 2031, 7:30 PM IST')
})

test('a class with another length says the new and former end', async () => {
  const shop = await createClassShop(1)
  await shop.verb(await shop.nth(4), 'move/', { starts_at: february('10'), minutes: 60 })
  const [mail] = await shop.mails('student-1@example.com')
  expect(mail?.subject).toBe('The class on Monday, 10 February 2031, 7:30 PM IST now ends at 8:30 PM IST (Testing in Practice)')
  const text = plain(mail?.text ?? '')
  expect(text).toMatch(/a class has another length/i)
  expect(text).toContain('now ends at 8:30 PM IST instead of 9:00 PM IST')
  expect(text).toContain('Ends: 8:30 PM IST, before 9:00 PM IST')
  expect(text).not.toMatch(/Was on|Now on|has moved/i)
})

test('a moved class with another length says its former end', async () => {
  const shop = await createClassShop(1)
  await shop.verb(await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 60 })
  const text = plain((await shop.mails('student-1@example.com'))[0]?.text ?? '')
  expect(text).toContain('now begins on Tuesday, 11 February 2031, 7:30 PM IST and ends at 8:30 PM IST')
  expect(text).toContain('Was on: Monday, 10 February 2031, 7:30 PM IST, until 9:00 PM IST')
})

test.each([
  [
    'removes some',
    { last_day: '2031-02-07' },
    '3 classes are not held (Testing in Practice)',
    '3 classes are not held. Other classes stay as they are.',
  ],
  [
    'moves some and removes others',
    { last_day: '2031-02-10', clock: '18:30' },
    'New times for 4 classes, 2 classes not held (Testing in Practice)',
    '4 classes have changed, and 2 are not held. These are the changes.',
  ],
  [
    'gives all another length',
    { minutes: 60 },
    'New length of 6 classes (Testing in Practice)',
    'Class 6 of 6: Friday, 14 February 2031, 7:30 PM IST, ends at 8:30 PM IST, before 9:00 PM IST',
  ],
])('the mail of a plan that %s says so', async (_title, body, subject, said) => {
  const shop = await createClassShop(1)
  const { version } = (await shop.call('GET', `batches/${shop.batchId}/`)).as<BatchRecord>()
  await shop.call('PATCH', `batches/${shop.batchId}/`, { body, version })
  const [mail] = await shop.mails('student-1@example.com')
  expect(mail?.subject).toBe(subject)
  expect(plain(mail?.text ?? '')).toContain(said)
})

test('changes within 24 hours say so in the subject', async () => {
  const shop = await createClassShop(1)
  const session = await shop.nth(1)
  await shop.setClock(february('02', '13:59'))
  await shop.verb(session, 'move/', { starts_at: february('04'), minutes: 90 })
  await shop.setClock(february('02', '14:01'))
  await shop.verb(await shop.nth(1), 'move/', { starts_at: february('03'), minutes: 90 })
  await shop.passTime('1 minute')
  await shop.verb(await shop.nth(2), 'cancel/')
  const subjectsSent = await subjects(shop, 'student-1@example.com')
  expect(subjectsSent).toEqual([
    'Class moved to Tuesday, 4 February 2031, 7:30 PM IST (Testing in Practice)',
    'Less than 24 hours ahead: Class moved to Monday, 3 February 2031, 7:30 PM IST (Testing in Practice)',
    'No class on Wednesday, 5 February 2031, 7:30 PM IST (Testing in Practice)',
  ])
})

test('cancelled, restored and new classes tell the batch', async () => {
  const shop = await createClassShop(1)
  const cancelled = (await shop.verb(await shop.nth(3), 'cancel/')).as<SessionOutcome>()
  expect(cancelled.tells.students).toBe(1)
  await shop.passTime('1 minute')
  const restored = (await shop.verb(cancelled.session, 'restore/')).as<SessionOutcome>()
  expect(restored.session.sequence).toBe(cancelled.session.sequence + 1)
  await shop.passTime('1 minute')
  await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: { starts_at: february('16'), minutes: 90 } })
  expect(await subjects(shop, 'student-1@example.com')).toEqual([
    'New class on Sunday, 16 February 2031, 7:30 PM IST (Testing in Practice)',
    'No class on Friday, 7 February 2031, 7:30 PM IST (Testing in Practice)',
    'The class on Friday, 7 February 2031, 7:30 PM IST takes place after all (Testing in Practice)',
  ])
})

test('a mail about a class follows an earlier one that waits', async () => {
  const shop = await createClassShop(1)
  const { session } = (await shop.verb(await shop.nth(3), 'cancel/')).as<SessionOutcome>()
  await shop.passTime('1 minute')
  await shop.verb(session, 'restore/')
  await shop.passTime('1 minute')
  // The mail server is back, and the later mail is tried first.
  const { rows } = await shop.db.query<{ id: number }>(
    `select max(id)::int as id from mail_outbox where to_address = 'student-1@example.com'`,
  )
  await deliverMail(shop.deps, system, { id: rows[0]?.id ?? 0 })
  const sent = await shop.db.query<{ change: string }>(
    `select props -> 'classes' -> 0 ->> 'change' as change from mail_outbox
     where to_address = 'student-1@example.com' and sent_at is not null order by sent_at`,
  )
  expect(sent.rows.map(({ change }) => change)).toEqual(['cancelled', 'restored'])
})

test('the reason stands in the mail, room and join page', async () => {
  const shop = await createClassShop()
  const student = await signIn(shop)
  await shop.enrolUser(student.user.id)
  const reason = 'The instructor is ill & rests.'
  const { session } = (await shop.verb(await shop.nth(1), 'cancel/', { reason })).as<SessionOutcome>()
  const [mail] = await shop.mails(student.user.email)
  expect(mail?.text).toContain(reason)
  expect(mail?.html).toContain('The instructor is ill &amp; rests.')
  const [instructors] = await shop.mails(shop.instructor.email)
  expect(instructors?.text).toContain(reason)
  const room = (await shop.get(`/enrolled-courses/${shop.courseId}/`, student.access)).json<Room>()
  expect(room.batches[0]?.classes[0]).toMatchObject({ session_id: session.id, state: 'cancelled', cancel_reason: reason })
  const join = (await shop.get(`/classes/${session.id}/join/`, student.access)).json<JoinState>()
  expect(join).toMatchObject({ state: 'cancelled', cancel_reason: reason })
})

test('a substitute, the replaced instructor and the students are told', async () => {
  const shop = await createClassShop(1)
  const other = await addTeacher(shop)
  const session = await shop.nth(2)
  const outcome = (await shop.verb(session, 'substitute/', { instructor_id: other.instructorId })).as<SessionOutcome>()
  expect(outcome.tells).toEqual({ students: 1, instructors: ['Meera Kulkarni', 'Tara Venkatesh'] })
  expect(outcome.session.sequence).toBe(session.sequence + 1)
  const textTo = async (email: string) => plain((await shop.mails(email))[0]?.text ?? '')
  expect(await textTo(other.email)).toContain('you teach the class on Wednesday')
  expect(await textTo(other.email)).toMatch(new RegExp(`Open the classroom: \\S+/console/join/${session.id}\\b`))
  expect(await textTo(shop.instructor.email)).not.toContain('/join/')
  expect(await textTo(shop.instructor.email)).toContain('Tara Venkatesh teaches the class on Wednesday, 5 February 2031')
  expect(await textTo(shop.instructor.email)).toContain('instead of you')
  expect(await textTo('student-1@example.com')).toContain('Instructor before: Meera Kulkarni')
})

test('another link is told without the link', async () => {
  const shop = await createClassShop(1)
  const session = await shop.nth(2)
  const change = async (url: string | null, version: number) =>
    shop.call('PATCH', `sessions/${session.id}/`, { body: { classroom_url: url }, version })
  await change('https://meet.example/own-room', session.version)
  const [mail] = await shop.mails('student-1@example.com')
  expect(mail?.subject).toContain('New classroom on Wednesday')
  expect(`${mail?.text}${mail?.html}`).not.toContain('meet.example')
  await shop.call('PATCH', `sessions/${session.id}/`, { body: { topic: 'Locks' }, version: session.version + 1 })
  expect(await shop.mails('student-1@example.com')).toHaveLength(1)
})

test('a deferred batch sends one mail with dates and offer', async () => {
  const shop = await createClassShop(2)
  const batch = (await shop.call('GET', `batches/${shop.batchId}/`)).as<BatchRecord>()
  const { clock, weekdays, minutes, class_count, last_day, calendar } = batch
  const pattern = { clock, weekdays, minutes, class_count, last_day, calendar }
  const later = { ...pattern, first_day: '2031-02-10', last_day: '2031-02-21' }
  const plan = (await shop.call('POST', 'batches/preview/', { body: { ...later, batch_id: batch.id } })).as<ClassPlan>()
  expect(plan.tells).toEqual({ students: 2, instructors: ['Meera Kulkarni'] })
  const before = await shop.classes()
  await shop.call('PATCH', `batches/${batch.id}/`, {
    body: { first_day: '2031-02-10', last_day: '2031-02-21' },
    version: batch.version,
  })
  expect((await shop.classes()).every((one) => one.sequence > (before.find(({ id }) => id === one.id)?.sequence ?? 0))).toBe(true)
  const [mail, ...others] = await shop.mails('student-2@example.com')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your batch now begins on Monday, 10 February 2031 (Testing in Practice)')
  const text = plain(mail?.text ?? '')
  expect(text).toContain('Class 6 of 6: Friday, 21 February 2031, 7:30 PM IST, before Friday, 14 February 2031')
  expect(text).toContain('ask for a refund or another batch')
  const [instructors] = await shop.mails(shop.instructor.email)
  expect(instructors?.text).not.toContain('refund')
})

test('another instructor raises the sequence of a batch', async () => {
  const shop = await createClassShop(1)
  const other = await addTeacher(shop)
  const { version } = (await shop.call('GET', `batches/${shop.batchId}/`)).as<BatchRecord>()
  const before = await shop.classes()
  await shop.call('PATCH', `batches/${shop.batchId}/`, { body: { instructor_id: other.instructorId }, version })
  expect((await shop.classes()).map(({ sequence }) => sequence)).toEqual(before.map(({ sequence }) => sequence + 1))
  expect(await subjects(shop, 'student-1@example.com')).toEqual(['New instructor for 6 classes (Testing in Practice)'])
  expect(await causes(shop)).toHaveLength(3)
})

test('classes that are over and topics tell nobody', async () => {
  const shop = await createClassShop(1)
  await shop.setClock(february('03', '16:00'))
  const held = await shop.nth(1)
  expect((await shop.verb(held, 'cancel/')).as<SessionOutcome>().tells).toEqual({ students: 0, instructors: [] })
  await shop.call('POST', `batches/${shop.batchId}/topics/`, { body: { topics: 'One\nTwo' } })
  expect(await causes(shop)).toEqual([])
})

test('a change to the same tells nobody and changes nothing', async () => {
  const shop = await createClassShop(1)
  const other = await addTeacher(shop)
  const unchanged = async (session: SessionRecord, act: () => ReturnType<ClassShop['verb']>) => {
    const [answer, entries] = [await act(), await shop.db.query('select count(*) from audit_log')]
    expect(answer.status).toBe(200)
    const [preview, record] = [answer.as<Partial<SessionOutcome>>(), answer.as<SessionRecord>()]
    expect(preview.session ?? record).toEqual(session)
    if (preview.session) expect(preview).toMatchObject({ changes: [], tells: { students: 0, instructors: [] } })
    return entries.rows
  }
  const first = await shop.nth(1)
  const patch = (session: SessionRecord, body: object, version = session.version) =>
    shop.call('PATCH', `sessions/${session.id}/`, { body, version })
  const entries = await unchanged(first, () => shop.verb(first, 'move/', { starts_at: '2031-02-03T19:30:00+05:30', minutes: 90 }))
  for (const instructor_id of [shop.instructor.instructorId, null])
    await unchanged(first, () => shop.verb(first, 'substitute/', { instructor_id }))
  await unchanged(first, () => patch(first, { starts_at: first.starts_at, minutes: 90, topic: first.topic, classroom_url: null }))
  expect(await unchanged(first, () => patch(first, { topic: first.topic }))).toEqual(entries)
  expect((await patch(first, { topic: first.topic }, first.version + 1)).status).toBe(412)
  expect(await causes(shop)).toEqual([])

  const linked = (await patch(first, { classroom_url: 'https://meet.example/own' })).as<SessionRecord>()
  const given = (await shop.verb(linked, 'substitute/', { instructor_id: other.instructorId })).as<SessionOutcome>().session
  const count = (await causes(shop)).length
  await unchanged(given, () => shop.verb(given, 'substitute/', { instructor_id: other.instructorId }))
  await unchanged(given, () => patch(given, { classroom_url: 'https://meet.example/own' }))
  expect(await causes(shop)).toHaveLength(count)
})

test('a refused change tells nobody', async () => {
  const shop = await createClassShop(1)
  const session = await shop.nth(1)
  const taken = await shop.verb(session, 'move/', { starts_at: february('05'), minutes: 90 })
  expect(taken.status).toBe(409)
  const [moved, again] = await Promise.all([
    shop.verb(session, 'move/', { starts_at: february('04'), minutes: 90 }),
    shop.verb(session, 'move/', { starts_at: february('06'), minutes: 90 }),
  ])
  expect([moved.status, again.status].toSorted((a, b) => a - b)).toEqual([200, 412])
  expect(await causes(shop)).toHaveLength(2)
})

test.each<
  [
    string,
    (shop: ClassShop, other: number) => Promise<SessionOutcome>,
    (shop: ClassShop, done: SessionOutcome) => ReturnType<ClassShop['verb']>,
  ]
>([
  [
    'moved',
    async (shop) => (await shop.verb(await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 90 })).as(),
    (shop, { session }) => shop.verb(session, 'move/', { starts_at: february('10'), minutes: 90 }),
  ],
  [
    'cancelled',
    async (shop) => (await shop.verb(await shop.nth(4), 'cancel/', { reason: 'Ill.' })).as(),
    (shop, { session }) => shop.verb(session, 'restore/'),
  ],
  [
    'given to a substitute',
    async (shop, other) => (await shop.verb(await shop.nth(4), 'substitute/', { instructor_id: other })).as(),
    (shop, { session }) => shop.verb(session, 'substitute/', { instructor_id: null }),
  ],
])('a class %s and taken back tells nobody', async (_title, act, undo) => {
  const shop = await createClassShop(2)
  const other = await addTeacher(shop)
  const done = await act(shop, other.instructorId)
  expect(done.tells.students).toBe(2)
  const jobs = await shop.db.query(`select 1 from pgboss.job where name = 'deliver-class-mails' and start_after <= now()`)
  expect(jobs.rowCount).toBe(0)
  await shop.passTime('9 seconds')
  const undone = (await undo(shop, done)).as<SessionOutcome>()
  expect(undone.tells).toEqual({ students: 0, instructors: [] })
  expect(undone.session.sequence).toBe(done.session.sequence + 1)
  expect(await shop.mails()).toEqual([])
  expect((await shop.db.query('select 1 from class_notices')).rowCount).toBe(0)
})

test('a plan that is shortened and made longer again tells nobody', async () => {
  const shop = await createClassShop(2)
  const plan = async (class_count: number) => {
    const { version } = (await shop.call('GET', `batches/${shop.batchId}/`)).as<BatchRecord>()
    const done = await shop.call('PATCH', `batches/${shop.batchId}/`, { body: { class_count }, version })
    expect(done.status).toBe(200)
  }
  const before = (await shop.classes()).map(({ starts_at }) => starts_at)
  await plan(5)
  expect(await causes(shop)).not.toEqual([])
  await shop.passTime('4 seconds')
  await plan(6)
  expect((await shop.classes()).map(({ starts_at }) => starts_at)).toEqual(before)
  await shop.passTime('1 minute')
  expect(await shop.mails()).toEqual([])
})

test('a change that is corrected at once makes one mail', async () => {
  const shop = await createClassShop(1)
  const first = (await shop.verb(await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 90 })).as<SessionOutcome>()
  await shop.verb(first.session, 'move/', { starts_at: february('13'), minutes: 90 })
  const [mail, ...others] = await shop.mails('student-1@example.com')
  expect(others).toEqual([])
  expect(plain(mail?.text ?? '')).toContain('Was on: Monday, 10 February 2031, 7:30 PM IST')
  expect(mail?.subject).toContain('Class moved to Thursday, 13 February 2031')
})

test('who joined before an undo is told of it', async () => {
  const shop = await createClassShop(2)
  const moved = (await shop.verb(await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 90 })).as<SessionOutcome>()
  await shop.enrol(1, 'late')
  await shop.passTime('3 seconds')
  const back = (await shop.verb(moved.session, 'move/', { starts_at: february('10'), minutes: 90 })).as<SessionOutcome>()
  expect(back.tells).toEqual({ students: 1, instructors: [] })
  const [mail, ...others] = await shop.mails()
  expect(others).toEqual([])
  expect(mail?.to).toBe('late-1@example.com')
  expect(plain(mail?.text ?? '')).toContain('Was on: Tuesday, 11 February 2031, 7:30 PM IST')
  expect(mail?.subject).toContain('Class moved to Monday, 10 February 2031')
})

test('each person reads the difference to what they saw', async () => {
  const shop = await createClassShop(1)
  const move = async (day: string, prefix: string) => {
    await shop.verb(await shop.nth(4), 'move/', { starts_at: february(day), minutes: 90 })
    await shop.enrol(1, prefix)
    await shop.passTime('1 second')
  }
  await move('11', 'second')
  await move('09', 'third')
  await move('11', 'fourth')
  await shop.passTime('1 minute')
  await shop.mails()
  const read = async (to: string) =>
    (await shop.mails(to)).map(({ text }) => /Was on: \w+, (\d+) February/.exec(plain(text))?.[1])
  expect(await read('student-1@example.com')).toEqual(['10'])
  expect(await read(shop.instructor.email)).toEqual(['10'])
  expect(await read('second-1@example.com')).toEqual([])
  expect(await read('third-1@example.com')).toEqual(['9'])
  expect(await read('fourth-1@example.com')).toEqual([])
})

test('a change after an undo counts what each person knows', async () => {
  const shop = await createClassShop(1)
  const move = async (day: string) => shop.verb(await shop.nth(4), 'move/', { starts_at: february(day), minutes: 90 })
  await move('11')
  await shop.enrol(1, 'late')
  await move('10')
  await move('11')
  // Who joined knows this time, and the others the first.
  expect((await shop.mails()).map(({ to }) => to).toSorted()).toEqual([shop.instructor.email, 'student-1@example.com'].toSorted())
})

test('an undo that comes late tells people again', async () => {
  const shop = await createClassShop(1)
  const moved = (await shop.verb(await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 90 })).as<SessionOutcome>()
  await shop.passTime('16 seconds')
  const back = (await shop.verb(moved.session, 'move/', { starts_at: february('10'), minutes: 90 })).as<SessionOutcome>()
  expect(back.tells.students).toBe(1)
  expect(await shop.mails('student-1@example.com')).toHaveLength(2)
})

test('an undo after the first mail was claimed tells everybody again', async () => {
  const shop = await createClassShop(2)
  const moved = (await shop.verb(await shop.nth(4), 'move/', { starts_at: february('11'), minutes: 90 })).as<SessionOutcome>()
  await shop.db.query(
    `update mail_outbox set sending_until = app_now() + interval '30 seconds' where id = (select min(id) from mail_outbox)`,
  )
  const back = (await shop.verb(moved.session, 'move/', { starts_at: february('10'), minutes: 90 })).as<SessionOutcome>()
  expect(back.tells.students).toBe(2)
  expect(await causes(shop)).toHaveLength(6)
})

const leave: [string, (shop: ClassShop) => Promise<unknown>][] = [
  ['whose place has ended', async (shop) => endPlaces(shop.db, await firstStudent(shop))],
  [
    'who was moved to another batch',
    async (shop) => movePlace(shop.db, await firstStudent(shop), await addBatch(shop.db, shop.courseId)),
  ],
]
async function firstStudent({ db }: ClassShop): Promise<number> {
  const { rows } = await db.query<{ id: number }>(`select id::int from users where email = 'student-1@example.com'`)
  return rows[0]?.id ?? 0
}

test.each(leave)('a student %s gets no waiting mail of its classes', async (_title, end) => {
  const shop = await createClassShop(2)
  await shop.verb(await shop.nth(4), 'cancel/')
  await shop.passTime('1 minute')
  await end(shop)
  expect(await shop.mails('student-1@example.com')).toEqual([])
  expect(await shop.mails('student-2@example.com')).toHaveLength(1)
  expect((await shop.db.query('select from mail_outbox where given_up_at = expires_at')).rowCount).toBe(1)
})

test('a student who is back when mails go again is told', async () => {
  const shop = await createClassShop(1)
  await shop.verb(await shop.nth(4), 'cancel/')
  await shop.passTime('1 minute')
  const student = await firstStudent(shop)
  await movePlace(shop.db, student, await addBatch(shop.db, shop.courseId))
  await movePlace(shop.db, student, shop.batchId)
  expect(await shop.mails('student-1@example.com')).toHaveLength(1)
})

test('a cancelled batch drops waiting mails about its classes', async () => {
  const shop = await createClassShop(1)
  await shop.verb(await shop.nth(4), 'cancel/')
  await shop.passTime('1 minute')
  await cancelBatch(shop, shop.batchId)
  expect(await shop.mails()).toEqual([])
})
