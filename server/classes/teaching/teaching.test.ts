import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/platform/staff/audit.ts'
import type { OwnBatch, OwnClass, OwnStudent, TeachingDay } from '#contract/classes/staff/teaching.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { changeBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { endPlaces } from '#tests/school/places.ts'
import { addBatch } from '#tests/school/sell-course.ts'
import { addStaff, type StaffMember } from '#tests/school/staff.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'

interface Instructor extends StaffMember {
  instructorId: number
  call: StaffClient
}

interface List<Item> {
  items: Item[]
  total: number
}

async function addInstructor(shop: ClassShop, name: string): Promise<Instructor> {
  const teacher = await addTeacher(shop, name)
  return { ...teacher, call: staffClient(shop, 'instructor', teacher) }
}

/** The batch of Meera with two students, and Tara, who has a batch of her own with a class in the same week. */
async function createSchool() {
  const shop = await createClassShop(2)
  const meera = { ...shop.instructor, call: staffClient(shop, 'instructor', shop.instructor) }
  const tara = await addInstructor(shop, 'Tara Venkatesh')
  const otherBatch = await addBatch(shop.db, shop.courseId, { startsIn: '5 days', instructor_id: tara.instructorId })
  return { shop, meera, tara, otherBatch }
}

const items = async <Item>(call: StaffClient, path: string) => (await call('GET', path)).as<List<Item>>().items
const classesOf = (call: StaffClient, query = '') => items<OwnClass>(call, `own-classes/${query}`)
const today = async (call: StaffClient) => (await call('GET', 'teaching/')).as<TeachingDay>()
const words = { prepare: 'Read https://school.example/plans.', notes: '' }

test('an instructor reads own batches, classes and names', async () => {
  const { shop, meera, tara, otherBatch } = await createSchool()
  const [batch, ...others] = await items<OwnBatch>(meera.call, 'own-batches/')
  expect(others).toEqual([])
  expect(batch).toMatchObject({ id: shop.batchId, classes: 6, classes_held: 0, students: 2, state: 'ahead', teaches: true })
  const classes = await classesOf(meera.call)
  expect(classes).toHaveLength(6)
  expect(classes[0]).toMatchObject({
    number: 1,
    total: 6,
    mine: true,
    has_classroom: true,
    substitute_for: null,
    recording: null,
  })
  expect(classes[0]?.opens_at).toBe('2031-02-03T13:45:00.000Z')
  const students = await meera.call('GET', `own-students/?batch=${shop.batchId}`)
  expect(students.as<List<OwnStudent>>().items.map(({ name }) => name)).toEqual(['Student A', 'Student B'])
  expect(JSON.stringify([students.as(), classes, batch])).not.toMatch(/example\.com|classroom\.example|phone|paise/)
  expect((await items<OwnBatch>(tara.call, 'own-batches/')).map(({ id }) => id)).toEqual([otherBatch])
})

test('names are those of students who can attend', async () => {
  const { shop, meera } = await createSchool()
  const [first, second] = (await shop.db.query<{ id: number }>('select id::int from users order by id')).rows
  await shop.db.query('update users set disabled_at = app_now() where id = $1', [first?.id])
  expect(await items<OwnStudent>(meera.call, 'own-students/')).toHaveLength(1)
  expect((await items<OwnBatch>(meera.call, 'own-batches/'))[0]?.students).toBe(1)
  await endPlaces(shop.db, second?.id ?? 0)
  expect(await items<OwnStudent>(meera.call, 'own-students/')).toEqual([])
})

test('another instructor, and one of no account, reach nothing', async () => {
  const { shop, tara } = await createSchool()
  const first = await shop.nth(1)
  const enrolment = (await shop.db.query<{ id: number }>('select min(id)::int as id from enrolments')).rows[0]?.id
  const unlinked = await addStaff(shop, 'instructor')
  const owner = await addStaff(shop, 'owner')
  for (const call of [tara.call, staffClient(shop, 'instructor', unlinked), staffClient(shop, 'owner', owner)]) {
    for (const path of [`own-batches/${shop.batchId}/`, `own-classes/${first.id}/`, `own-students/${enrolment}/`])
      expect((await call('GET', path)).status, path).toBe(404)
    for (const path of [`own-classes/?batch=${shop.batchId}`, `own-students/?batch=${shop.batchId}`])
      expect((await call('GET', path)).as<List<unknown>>(), path).toMatchObject({ items: [], total: 0 })
    const write = await call('PATCH', `own-classes/${first.id}/`, { body: words, version: first.version })
    expect(write.status).toBe(404)
    const day = await today(call)
    expect(JSON.stringify(day)).not.toContain(`"batch_id":${shop.batchId}`)
  }
  expect(await shop.nth(1)).toEqual(first)
})

test.each(['content', 'support', 'finance'] as const)('the role %s teaches nothing', async (role) => {
  const { shop } = await createSchool()
  const call = staffClient(shop, role)
  for (const path of ['teaching/', 'own-batches/', 'own-classes/', 'own-students/'])
    expect((await call('GET', path)).status).toBe(403)
})

test.each([
  ['GET', 'sessions/'],
  ['GET', 'batches/'],
  ['GET', 'enrolments/'],
  ['GET', 'students/'],
  ['POST', 'sessions/1/move/'],
  ['POST', 'sessions/1/cancel/'],
  ['PATCH', 'sessions/1/'],
  ['POST', 'batches/1/topics/'],
] as const)('an instructor is refused at %s %s', async (method, path) => {
  const { meera } = await createSchool()
  expect((await meera.call(method, path, method === 'GET' ? {} : { body: {}, version: 1 })).status).toBe(403)
})

test('words are versioned, audited and tell nobody', async () => {
  const { shop, meera } = await createSchool()
  const before = await shop.nth(1)
  const write = (body: object, version: number) => meera.call('PATCH', `own-classes/${before.id}/`, { body, version })
  const first = await write(words, before.version)
  expect([first.status, first.etag]).toEqual([200, `"${before.version + 1}"`])
  expect(first.as<OwnClass>()).toMatchObject(words)
  const stale = await write({ notes: 'Late' }, before.version)
  expect([stale.status, stale.error.code]).toEqual([412, 'stale'])
  expect(stale.error['current']).toMatchObject({ ...words, version: before.version + 1 })
  expect((await meera.call('PATCH', `own-classes/${before.id}/`, { body: words })).status).toBe(428)
  expect((await write({ notes: 'We read three plans.' }, before.version + 1)).status).toBe(200)
  expect((await write({ prepare: '' }, before.version + 2)).as<OwnClass>()).toMatchObject({
    prepare: '',
    notes: 'We read three plans.',
  })
  const after = await shop.nth(1)
  expect([after.sequence, after.edited]).toEqual([before.sequence, false])
  expect(await shop.mails()).toEqual([])
  const [entry] = await items<AuditEntry>(staffClient(shop, 'owner'), 'audit/?subject=class_sessions')
  expect(entry).toMatchObject({ actor_id: meera.id, changes: { prepare: { before: words.prepare, after: '' } } })
})

test('of two who save at once one is stale', async () => {
  const { shop, meera } = await createSchool()
  const { id, version } = await shop.nth(2)
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((notes) => meera.call('PATCH', `own-classes/${id}/`, { body: { notes }, version })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412])
})

test.each([{}, { topic: 'Mine' }, { starts_at: february('05') }, { notes: 'x'.repeat(4001) }, { prepare: 'a\u0000b' }])(
  'refuses the words %o',
  async (body) => {
    const { shop, meera } = await createSchool()
    const { id, version } = await shop.nth(1)
    expect((await meera.call('PATCH', `own-classes/${id}/`, { body, version })).status).toBe(400)
  },
)

test('a cancelled class takes no words', async () => {
  const { shop, meera } = await createSchool()
  const first = await shop.nth(1)
  await shop.verb(first, 'cancel/')
  const { version, number, state } = (await meera.call('GET', `own-classes/${first.id}/`)).as<OwnClass>()
  expect([number, state]).toEqual([null, 'cancelled'])
  const answer = await meera.call('PATCH', `own-classes/${first.id}/`, { body: words, version })
  expect([answer.status, answer.error.code]).toEqual([409, 'class_cancelled'])
})

test('a substitute has that class alone, the replaced instructor reads it', async () => {
  const { shop, meera, tara } = await createSchool()
  const second = await shop.nth(2)
  await shop.verb(second, 'substitute/', { instructor_id: tara.instructorId })
  const mine = (await classesOf(tara.call, `?batch=${shop.batchId}`)).map(({ id, mine, substitute_for }) => [
    id,
    mine,
    substitute_for,
  ])
  expect(mine).toEqual([[second.id, true, 'Meera Kulkarni']])
  expect((await items<OwnBatch>(tara.call, 'own-batches/?teaches=true')).map(({ id }) => id)).not.toContain(shop.batchId)
  expect((await tara.call('GET', `own-batches/${shop.batchId}/`)).as<OwnBatch>().teaches).toBe(false)
  expect((await tara.call('GET', `own-classes/${(await shop.nth(1)).id}/`)).status).toBe(404)
  const { version } = await shop.nth(2)
  const refused = await meera.call('PATCH', `own-classes/${second.id}/`, { body: words, version })
  expect([refused.status, refused.error['message']]).toEqual([403, 'Tara Venkatesh teaches this class and writes its words.'])
  expect((await meera.call('GET', `own-classes/${second.id}/`)).as<OwnClass>().mine).toBe(false)
  expect((await tara.call('PATCH', `own-classes/${second.id}/`, { body: words, version })).status).toBe(200)
  // Given back, the class is the batch's instructor's again.
  await shop.verb(await shop.nth(2), 'substitute/', { instructor_id: null })
  expect((await tara.call('GET', `own-classes/${second.id}/`)).status).toBe(404)
  expect((await tara.call('GET', `own-batches/${shop.batchId}/`)).status).toBe(404)
})

test('a substitute named while somebody writes decides who may', async () => {
  const { shop, meera, tara } = await createSchool()
  const third = await shop.nth(3)
  const [named, written] = await Promise.all([
    shop.verb(third, 'substitute/', { instructor_id: tara.instructorId }),
    meera.call('PATCH', `own-classes/${third.id}/`, { body: words, version: third.version }),
  ])
  // One of them had the version; the other is stale, or no longer teaches the class.
  expect([named.status, written.status].filter((status) => status === 200)).toHaveLength(1)
  expect([200, 403, 412]).toContain(written.status)
})

test('today has the next class, the week and the students', async () => {
  const { shop, meera } = await createSchool()
  const first = await today(meera.call)
  expect(first).toMatchObject({ day: '2031-02-01', next: { number: 1, students: 2, state: 'scheduled' }, needs: [] })
  expect(first.week.map(({ number }) => number)).toEqual([1, 2, 3])
  await shop.setClock(february('03', '14:30'))
  expect((await today(meera.call)).next).toMatchObject({ number: 1, state: 'live' })
  await shop.verb(await shop.nth(2), 'cancel/')
  expect((await today(meera.call)).next?.last).toBeNull()
  await shop.setClock(february('03', '15:30'))
  const after = await today(meera.call)
  expect(after.next).toMatchObject({ starts_at: february('07') })
  expect(after.week.map(({ state }) => state)).toEqual(['held', 'cancelled', 'scheduled'])
  expect(after.changes).toMatchObject([{ change: 'cancelled', batch_id: shop.batchId, starts_at: february('05') }])
  await shop.setClock(february('20'))
  expect(await today(meera.call)).toMatchObject({ next: null, week: [] })
})

test('today names who was absent in the class before', async () => {
  const { shop, meera, tara } = await createSchool()
  const { id } = await shop.nth(1)
  await shop.setClock(february('03', '16:00'))
  const last = async (call: StaffClient) => (await today(call)).next?.last
  expect(await last(meera.call)).toEqual({ session_id: id, number: 1, absent: null })
  const { rows } = await shop.db.query<{ id: string; full_name: string }>('select id, full_name from users order by id')
  await shop.db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
     select id, $2, 'press', starts_at, starts_at from class_sessions where id = $1`,
    [id, rows[0]?.id],
  )
  expect(await last(meera.call)).toEqual({ session_id: id, number: 1, absent: [rows[1]?.full_name] })
  // A substitute sees none of the classes of others.
  await shop.verb(await shop.nth(2), 'substitute/', { instructor_id: tara.instructorId })
  const next = (await today(tara.call)).next
  expect(next).toMatchObject({ batch_id: shop.batchId, number: 2, last: null })
})

test('today names classes without link, notes and recording', async () => {
  const { shop, meera } = await createSchool()
  await changeBatch(shop, shop.batchId, { classroom_url: null })
  const kinds = async () => (await today(meera.call)).needs.map(({ kind, number }) => `${number} ${kind}`)
  expect(await kinds()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `${number} classroom`))
  await changeBatch(shop, shop.batchId, { classroom_url: 'https://classroom.example/room' })
  await shop.setClock(february('03', '16:00'))
  expect(await kinds()).toEqual(['1 notes'])
  expect((await classesOf(meera.call))[0]).toMatchObject({ state: 'held', recording: 'expected' })
  await shop.setClock(february('05', '16:00'))
  expect(await kinds()).toEqual(['2 notes', '1 notes', '1 recording'])
  const { id, version } = await shop.nth(1)
  await meera.call('PATCH', `own-classes/${id}/`, { body: { notes: 'Done.' }, version })
  await addRecording(shop.db, shop.batchId)
  expect(await kinds()).toEqual(['2 notes'])
  // What is two weeks ago is no longer asked for.
  await shop.setClock(february('28', '16:00'))
  expect((await kinds()).filter((kind) => kind.startsWith('2'))).toEqual([])
})

test('the export of names asks for the second factor', async () => {
  const { meera } = await createSchool()
  expect((await meera.call('GET', 'own-batches/export/')).status).toBe(200)
  expect((await meera.call('GET', 'own-students/export/')).status).toBe(200)
})

test('the search finds own batches alone', async () => {
  const { shop, meera, tara, otherBatch } = await createSchool()
  const found = async (call: StaffClient) =>
    (await call('GET', 'search/?q=testing')).as<{ results: { resource: string; id: number }[] }>().results
  expect(await found(meera.call)).toMatchObject([{ resource: 'own-batches', id: shop.batchId }])
  expect(await found(tara.call)).toMatchObject([{ resource: 'own-batches', id: otherBatch }])
})
