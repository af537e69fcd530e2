import { expect, test } from 'vitest'
import type { MakeUpTime, NamedTopics, SessionOutcome, SessionRecord, Substitute } from '#contract/classes/staff/sessions.ts'
import { addInstructor } from '#tests/school/add-instructor.ts'
import { addRecording } from '#tests/school/add-recording.ts'
import { cancelBatch } from '#tests/school/change-batch.ts'
import { sixClasses } from '#tests/school/class-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { planBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'

interface Shop extends TestApp {
  call: StaffClient
  courseId: number
  batchId: number
  /** Six classes: Mondays, Wednesdays and Fridays from 3 February 2031, 19:30 IST. The clock shows 1 February. */
  classes: SessionRecord[]
}

const at = (day: string, hour = '14:00') => `2031-02-${day}T${hour}:00.000Z`

async function open(): Promise<Shop> {
  const shop = await createTestApp()
  const { courseId, batchId } = await sellCourse(shop.db)
  await shop.db.query(`update app_clock set "offset" = '2031-02-01T06:00:00Z'::timestamptz - now()`)
  await planBatch(shop.db, batchId, { ...sixClasses, calendar: 'India' })
  const call = staffClient(shop)
  const all = Object.assign(shop, { call, courseId, batchId, classes: [] as SessionRecord[] })
  all.classes = await classesOf(all)
  return all
}

async function classesOf({ call, batchId }: Shop, query = ''): Promise<SessionRecord[]> {
  return (await call('GET', `sessions/?batch=${batchId}${query}`)).as<{ items: SessionRecord[] }>().items
}

const nth = (shop: Shop, number: number): SessionRecord => {
  const found = shop.classes[number - 1]
  if (!found) throw new Error(`there is no class ${number}`)
  return found
}

const verb = (shop: Shop, { id, version }: SessionRecord, name: string, body?: object) =>
  shop.call('POST', `sessions/${id}/${name}`, { ...(body ? { body } : {}), version })

test('lists the classes of a batch with numbers and states', async () => {
  const shop = await open()
  expect(shop.classes.map(({ number, total, state, starts_at }) => [number, total, state, starts_at])).toEqual(
    ['03', '05', '07', '10', '12', '14'].map((day, index) => [index + 1, 6, 'scheduled', at(day)]),
  )
  await shop.db.query(`update app_clock set "offset" = '2031-02-05T14:00:00Z'::timestamptz - now()`)
  expect((await classesOf(shop)).map(({ state }) => state).slice(0, 3)).toEqual(['held', 'live', 'scheduled'])
  const days = async (query: string) => (await classesOf(shop, query)).map(({ starts_at }) => starts_at.slice(8, 10))
  expect(await days('&from=2031-02-05&to=2031-02-07')).toEqual(['05', '07'])
  expect(await days('&sort=-starts_at&limit=2')).toEqual(['14', '12'])
  expect(await days(`&instructor=${nth(shop, 1).instructor_id}&q=testing`)).toHaveLength(6)
  expect(await days('&instructor=999999')).toEqual([])
  await cancelBatch(shop, shop.batchId)
  expect((await classesOf(shop)).map(({ state }) => state)).toEqual(['held', ...Array.from({ length: 5 }, () => 'cancelled')])
})

test('moves one class and renumbers by start', async () => {
  const shop = await open()
  const answer = await verb(shop, nth(shop, 6), 'move/', { starts_at: '2031-02-17T19:30:00+05:30', minutes: 60 })
  expect(answer.status).toBe(200)
  const { session, changes, students, tells } = answer.as<SessionOutcome>()
  expect(session).toMatchObject({
    id: nth(shop, 6).id,
    number: 6,
    starts_at: at('17'),
    ends_at: at('17', '15:00'),
    moved_from: at('14'),
    edited: true,
    sequence: nth(shop, 6).sequence + 1,
  })
  expect([students, tells]).toEqual([0, { students: 0, instructors: [] }])
  expect(changes).toEqual([
    { field: 'starts_at', before: at('14'), after: at('17') },
    { field: 'ends_at', before: at('14', '15:30'), after: at('17', '15:00') },
    { field: 'batch_ends_at', before: at('14', '15:30'), after: at('17', '15:00') },
  ])
  const back = (await verb(shop, session, 'move/', { starts_at: at('14'), minutes: 90 })).as<SessionOutcome>()
  expect(back.session).toMatchObject({ moved_from: null, sequence: session.sequence + 1 })
  const early = (await verb(shop, back.session, 'move/', { starts_at: at('04'), minutes: 90 })).as<SessionOutcome>()
  expect(early.session).toMatchObject({ number: 2, moved_from: at('14') })
  expect(early.changes).toContainEqual({ field: 'number', before: '6', after: '2' })
})

test('a preview answers the same and changes nothing', async () => {
  const shop = await open()
  const all = async () =>
    (await shop.db.query('select * from class_sessions s join batches b on b.id = s.batch_id order by s.id')).rows
  const before = await all()
  const move = { starts_at: at('17'), minutes: 60 }
  const preview = await verb(shop, nth(shop, 6), 'move/?preview=true', move)
  const taken = await verb(shop, nth(shop, 6), 'move/?preview=true', { starts_at: at('12'), minutes: 60 })
  expect(taken.error).toMatchObject({ code: 'class_overlaps' })
  await verb(shop, nth(shop, 6), 'cancel/?preview=true')
  const extra = await shop.call('POST', `batches/${shop.batchId}/make-up/?preview=true`, { body: move })
  expect([extra.status, extra.as<SessionOutcome>().session.number]).toEqual([200, 7])
  await shop.call('POST', `batches/${shop.batchId}/topics/?preview=true`, { body: { topics: 'One\nTwo' } })
  expect(await all()).toEqual(before)
  expect((await shop.db.query('select 1 from audit_log')).rowCount).toBe(0)
  const done = await verb(shop, nth(shop, 6), 'move/', move)
  expect(done.as()).toEqual(preview.as())
})

test('names holidays and other classes of the instructor', async () => {
  const shop = await open()
  await shop.call('POST', 'holidays/', { body: { calendar: 'India', day: '2031-02-11', name: 'Harvest' } })
  const other = await sellCourse(shop.db)
  await planBatch(shop.db, other.batchId, { first_day: '2031-02-11', clock: '20:00', last_day: '2031-02-11' })
  const answer = await verb(shop, nth(shop, 4), 'move/?preview=true', { starts_at: at('11'), minutes: 90 })
  expect(answer.as<SessionOutcome>().clashes).toEqual([
    { kind: 'holiday', what: 'Harvest' },
    { kind: 'instructor', what: expect.stringMatching(/^Meera Kulkarni: batch \d+, Testing in Practice$/) },
  ])
  const free = await verb(shop, nth(shop, 4), 'move/?preview=true', { starts_at: at('11', '16:00'), minutes: 90 })
  expect(free.as<SessionOutcome>().clashes).toEqual([{ kind: 'holiday', what: 'Harvest' }])
})

test('flags classes whose instructor has another one at that time', async () => {
  const shop = await open()
  const other = await sellCourse(shop.db)
  await planBatch(shop.db, other.batchId, { first_day: '2031-02-05', clock: '20:00', last_day: '2031-02-05' })
  const clashes = async () => (await classesOf(shop)).map(({ clash }) => clash)
  const busy = `batch ${other.batchId}, Testing in Practice`
  expect(await clashes()).toEqual([null, busy, null, null, null, null])
  const [met] = (await shop.call('GET', `sessions/?batch=${other.batchId}`)).as<{ items: SessionRecord[] }>().items
  expect(met?.clash).toBe(`batch ${shop.batchId}, Testing in Practice`)
  await verb(shop, nth(shop, 2), 'substitute/', { instructor_id: await addInstructor(shop) })
  expect(await clashes()).toEqual([null, null, null, null, null, null])
  await shop.db.query(`update app_clock set "offset" = '2031-02-06T14:00:00Z'::timestamptz - now()`)
  expect(await clashes()).toEqual([null, null, null, null, null, null])
})

test('a cancelled class is counted no more and can be restored', async () => {
  const shop = await open()
  const { session, changes } = (await verb(shop, nth(shop, 6), 'cancel/')).as<SessionOutcome>()
  expect(session).toMatchObject({ state: 'cancelled', number: null, total: 5 })
  expect(changes).toEqual([
    { field: 'state', before: 'scheduled', after: 'cancelled' },
    { field: 'number', before: '6', after: null },
    { field: 'batch_ends_at', before: at('14', '15:30'), after: at('12', '15:30') },
    { field: 'batch_classes', before: '6', after: '5' },
  ])
  expect((await verb(shop, session, 'cancel/')).error.code).toBe('class_cancelled')
  expect((await verb(shop, session, 'move/', { starts_at: at('20'), minutes: 90 })).error.code).toBe('class_cancelled')
  const restored = (await verb(shop, session, 'restore/')).as<SessionOutcome>().session
  expect(restored).toMatchObject({ state: 'scheduled', number: 6, total: 6 })
  expect((await verb(shop, restored, 'restore/')).error.code).toBe('class_not_cancelled')
})

test('the reason of a cancelled class ends with its restoring', async () => {
  const shop = await open()
  const reason = 'The instructor is ill.'
  const cancelled = (await verb(shop, nth(shop, 6), 'cancel/', { reason: ` ${reason} ` })).as<SessionOutcome>()
  expect(cancelled.session.cancel_reason).toBe(reason)
  expect(cancelled.changes).toContainEqual({ field: 'cancel_reason', before: '', after: reason })
  const restored = (await verb(shop, cancelled.session, 'restore/')).as<SessionOutcome>().session
  expect(restored.cancel_reason).toBe('')
  for (const body of [{ reason: 'x'.repeat(201) }, { reason: 'two\nlines' }, { why: reason }, {}, ['ill']])
    expect((await verb(shop, restored, 'cancel/', body as object)).status).toBe(400)
  expect((await verb(shop, restored, 'cancel/', { reason: '' })).as<SessionOutcome>().session.cancel_reason).toBe('')
  await expect(shop.db.query(`update class_sessions set cancel_reason = 'x' where state = 'scheduled'`)).rejects.toThrow(
    'only_cancelled_classes_have_a_reason',
  )
})

test('restoring fails when the time is taken', async () => {
  const shop = await open()
  const { session } = (await verb(shop, nth(shop, 6), 'cancel/')).as<SessionOutcome>()
  const made = await shop.call('POST', 'sessions/', {
    body: {
      batch_id: shop.batchId,
      starts_at: at('14'),
      minutes: 60,
      topic: 'Revision',
      module: '',
      notes: '',
      prepare: '',
      classroom_url: null,
    },
  })
  expect([made.status, made.as()]).toEqual([201, expect.objectContaining({ number: 6, extra: true, topic: 'Revision' })])
  expect((await verb(shop, session, 'restore/')).error).toMatchObject({ code: 'class_overlaps' })
})

test('a cancelled class and its make-up class name each other', async () => {
  const shop = await open()
  await shop.call('POST', `batches/${shop.batchId}/topics/`, { body: { topics: ['', '', '', '', 'Locks'].join('\n') } })
  shop.classes = await classesOf(shop)
  const asked = { reason: '', make_up: { starts_at: at('15', '04:30'), minutes: 60 } }
  const preview = (await verb(shop, nth(shop, 5), 'cancel/?preview=true', asked)).as<SessionOutcome>()
  expect(await classesOf(shop)).toHaveLength(6)
  const done = (await verb(shop, nth(shop, 5), 'cancel/', asked)).as<SessionOutcome>()
  expect(done.changes).toEqual(preview.changes)
  expect(done.changes).toContainEqual({ field: 'made_up_at', before: null, after: at('15', '04:30') })
  expect(done.session).toMatchObject({ state: 'cancelled', made_up_at: at('15', '04:30'), makes_up_for: null })
  const madeUp = (await classesOf(shop)).at(-1)
  expect(madeUp).toMatchObject({
    id: done.session.made_up_by,
    topic: 'Locks',
    extra: true,
    makes_up_for: done.session.id,
    makes_up_for_at: at('12'),
    ends_at: at('15', '05:30'),
  })
  const again = { starts_at: at('16'), minutes: 90, makes_up_for: done.session.id }
  const refused = await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: again })
  expect(refused.error.code).toBe('class_made_up')
  if (madeUp) await verb(shop, madeUp, 'cancel/')
  const second = await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: again })
  expect(second.as<SessionOutcome>().session).toMatchObject({ topic: 'Locks', makes_up_for: done.session.id })
})

test('only a cancelled class of the batch is made up', async () => {
  const shop = await open()
  const other = await sellCourse(shop.db)
  const make = (batchId: number, makes_up_for: number) =>
    shop.call('POST', `batches/${batchId}/make-up/`, { body: { starts_at: at('15'), minutes: 90, makes_up_for } })
  expect((await make(shop.batchId, nth(shop, 5).id)).error.code).toBe('class_not_cancelled')
  await verb(shop, nth(shop, 5), 'cancel/')
  expect((await make(other.batchId, nth(shop, 5).id)).error.code).toBe('class_not_cancelled')
  const taken = await verb(shop, nth(shop, 4), 'cancel/', { reason: '', make_up: { starts_at: at('07'), minutes: 90 } })
  expect([taken.error.code, (await classesOf(shop)).filter(({ state }) => state === 'cancelled')]).toEqual([
    'class_overlaps',
    [expect.objectContaining({ id: nth(shop, 5).id })],
  ])
})

test('restoring a class takes its make-up class away', async () => {
  const shop = await open()
  const asked = { reason: '', make_up: { starts_at: at('15'), minutes: 90 } }
  const cancel = async (session: SessionRecord) => (await verb(shop, session, 'cancel/', asked)).as<SessionOutcome>().session
  const undone = (await verb(shop, await cancel(nth(shop, 6)), 'restore/')).as<SessionOutcome>().session
  expect(await classesOf(shop)).toHaveLength(6)
  const cancelled = await cancel(undone)
  await shop.db.query(`update app_clock set "offset" = '2031-02-01T07:00:00Z'::timestamptz - now()`)
  await verb(shop, cancelled, 'restore/')
  const makeUp = (await classesOf(shop)).find(({ id }) => id === cancelled.made_up_by)
  expect(makeUp).toMatchObject({ state: 'cancelled', cancel_reason: 'The cancelled class is held after all.' })
})

test('a class stays cancelled once its make-up class has begun', async () => {
  const shop = await open()
  const asked = { reason: '', make_up: { starts_at: at('04'), minutes: 90 } }
  const { session } = (await verb(shop, nth(shop, 6), 'cancel/', asked)).as<SessionOutcome>()
  await shop.db.query(`update app_clock set "offset" = '2031-02-04T14:30:00Z'::timestamptz - now()`)
  expect((await verb(shop, session, 'restore/')).error.code).toBe('class_made_up')
})

test('offers times at which batch and instructor are free', async () => {
  const shop = await open()
  await shop.call('POST', 'holidays/', { body: { calendar: 'India', day: '2031-02-06', name: 'Harvest' } })
  const other = await sellCourse(shop.db)
  await planBatch(shop.db, other.batchId, { first_day: '2031-02-04', clock: '20:00', last_day: '2031-02-04' })
  const { times } = (await shop.call('GET', `sessions/${nth(shop, 1).id}/make-up-times/`)).as<{ times: MakeUpTime[] }>()
  expect(times.map(({ starts_at }) => starts_at)).toEqual([
    at('08', '04:30'),
    at('08'),
    at('09', '04:30'),
    at('09'),
    at('11'),
    at('13'),
    at('15', '04:30'),
    at('15'),
  ])
  expect(times[0]?.ends_at).toBe(at('08', '06:00'))
  expect((await shop.call('GET', 'sessions/999999/make-up-times/')).status).toBe(404)
})

test('a class with a recording was held', async () => {
  const shop = await open()
  await addRecording(shop.db, shop.batchId, { number: 2 })
  expect((await verb(shop, nth(shop, 2), 'cancel/')).error.code).toBe('class_recorded')
})

test('a make-up class shows in the room of its students', async () => {
  const shop = await open()
  const student = await signIn(shop)
  await shop.db.query(`insert into enrolments (user_id, batch_id, created_at) values ($1, $2, now())`, [
    student.user.id,
    shop.batchId,
  ])
  const answer = await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: { starts_at: at('04'), minutes: 45 } })
  expect(answer.status).toBe(201)
  expect(answer.as<SessionOutcome>()).toMatchObject({ session: { number: 2, total: 7, extra: true }, students: 1 })
  await shop.db.query(
    `update sessions set expires_at = app_now() + interval '1 day', idle_expires_at = app_now() + interval '1 day'`,
  )
  const room = (await shop.get(`/enrolled-courses/${shop.courseId}/`, student.access)).json<{ batches: object[] }>()
  expect(room.batches[0]).toMatchObject({
    classes_total: 7,
    coming: [{ day_number: 1 }, { day_number: 2, starts_at: at('04'), ends_at: at('04', '14:45') }, {}, {}, {}, {}],
  })
})

test('a substitute teaches one class', async () => {
  const shop = await open()
  const [own, tara] = [nth(shop, 3).instructor_id, await addInstructor(shop)]
  const { session, changes } = (await verb(shop, nth(shop, 3), 'substitute/', { instructor_id: tara })).as<SessionOutcome>()
  expect(session).toMatchObject({ instructor_id: tara, instructor: 'Tara Venkatesh', substitute_for: own, edited: true })
  expect(changes).toEqual([{ field: 'instructor', before: 'Meera Kulkarni', after: 'Tara Venkatesh' }])
  expect((await classesOf(shop, `&instructor=${tara}`)).map(({ id }) => id)).toEqual([session.id])
  const back = (await verb(shop, session, 'substitute/', { instructor_id: null })).as<SessionOutcome>()
  expect(back.session).toMatchObject({ instructor_id: own, substitute_for: null })
  await shop.db.query('update instructors set archived = true where id = $1', [tara])
  for (const id of [tara, 999_999])
    expect((await verb(shop, back.session, 'substitute/', { instructor_id: id })).status).toBe(400)
})

test('instructors who are free come first as substitutes', async () => {
  const shop = await open()
  const [zoya, gone] = [await addInstructor(shop, 'Zoya Khan'), await addInstructor(shop, 'Gone Away')]
  await shop.db.query('update instructors set archived = true where id = $1', [gone])
  const other = await sellCourse(shop.db)
  await planBatch(shop.db, other.batchId, { first_day: '2031-02-05', clock: '20:00', last_day: '2031-02-05' })
  const substitutesOf = async (number: number) =>
    (await shop.call('GET', `sessions/${nth(shop, number).id}/substitutes/`)).as<{ substitutes: Substitute[] }>().substitutes
  expect((await substitutesOf(2)).map(({ name, busy }) => [name, busy])).toEqual([
    ['Zoya Khan', null],
    ['Meera Kulkarni', `batch ${other.batchId}, Testing in Practice`],
  ])
  expect((await substitutesOf(3)).map(({ busy }) => busy)).toEqual([null, null])
  expect((await substitutesOf(3)).some(({ id }) => id === zoya)).toBe(true)
  expect((await shop.call('GET', 'sessions/999999/substitutes/')).status).toBe(404)
})

test('names the classes from a pasted list', async () => {
  const shop = await open()
  await verb(shop, nth(shop, 2), 'cancel/')
  const topics = 'What a test is\r\n\nData\tA fixture\n  Fakes  '
  const answer = await shop.call('POST', `batches/${shop.batchId}/topics/`, { body: { topics } })
  expect(answer.as<NamedTopics>().sessions.map(({ number, after, module, changed }) => [number, after, module, changed])).toEqual(
    [
      [1, 'What a test is', '', true],
      [2, '', '', false],
      [3, 'A fixture', 'Data', true],
      [4, 'Fakes', '', true],
      [5, '', '', false],
    ],
  )
  const named = await classesOf(shop)
  expect(named.map(({ topic }) => topic)).toEqual(['What a test is', '', '', 'A fixture', 'Fakes', ''])
  expect(named[0]?.sequence).toBe(nth(shop, 1).sequence + 1)
  expect(named[5]?.sequence).toBe(nth(shop, 6).sequence)
  const long = await shop.call('POST', `batches/${shop.batchId}/topics/`, { body: { topics: '1\n2\n3\n4\n5\n6' } })
  expect(long.error['topics']).toEqual(['The batch has 5 classes, and the list 6 lines.'])
  const wide = await shop.call('POST', `batches/${shop.batchId}/topics/`, { body: { topics: 'x'.repeat(201) } })
  expect(wide.error['topics']).toEqual(['Line 1 is longer than 200 characters.'])
})

test('changes words and time of a class', async () => {
  const shop = await open()
  const { id, version } = nth(shop, 2)
  const change = (body: object, of = version) => shop.call('PATCH', `sessions/${id}/`, { body, version: of })
  const worded = (await change({ notes: 'Bring cables.', topic: 'Networks' })).as<SessionRecord>()
  expect(worded).toMatchObject({ notes: 'Bring cables.', topic: 'Networks', edited: false, moved_from: null })
  const moved = (await change({ starts_at: at('06') }, worded.version)).as<SessionRecord>()
  expect(moved).toMatchObject({ starts_at: at('06'), ends_at: at('06', '15:30'), moved_from: at('05'), edited: true })
  expect((await change({ topic: 'Late' }, worded.version)).error).toMatchObject({ code: 'stale', current: moved })
  expect((await change({ batch_id: shop.batchId + 1 }, moved.version)).error['batch_id']).toEqual([
    'A class stays with its batch.',
  ])
})

test('two editors move one class: the second gets the current record', async () => {
  const shop = await open()
  const move = (day: string) => verb(shop, nth(shop, 6), 'move/', { starts_at: at(day), minutes: 90 })
  const answers = await Promise.all([move('17'), move('18')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  const won = answers.find(({ status }) => status === 200)?.as<SessionOutcome>().session
  expect(answers.find(({ status }) => status === 412)?.error).toMatchObject({ code: 'stale', current: won })
  expect((await shop.call('POST', `sessions/${nth(shop, 6).id}/cancel/`)).status).toBe(428)
})

test('two classes never move to one time', async () => {
  const shop = await open()
  const move = (number: number) => verb(shop, nth(shop, number), 'move/', { starts_at: at('20'), minutes: 90 })
  const answers = await Promise.all([move(3), move(4), move(5)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test.each([
  ['the past', { starts_at: at('01', '05:59'), minutes: 90 }, 'starts_at'],
  ['the far future', { starts_at: '2044-02-03T14:00:00Z', minutes: 90 }, 'starts_at'],
  ['no time', { starts_at: 'tomorrow', minutes: 90 }, 'starts_at'],
  ['a length of zero', { starts_at: at('20'), minutes: 0 }, 'minutes'],
  ['a day without minutes', { starts_at: at('20') }, 'minutes'],
  ['an unknown field', { starts_at: at('20'), minutes: 90, state: 'held' }, 'state'],
])('refuses to move a class to %s', async (_, body, field) => {
  const shop = await open()
  const { status, error } = await verb(shop, nth(shop, 6), 'move/', body)
  expect([status, error.code]).toEqual([400, 'invalid'])
  expect(JSON.stringify(error)).toContain(field)
  expect(await classesOf(shop)).toEqual(shop.classes)
})

test('held classes and those of a cancelled batch never move', async () => {
  const shop = await open()
  await shop.db.query(`update app_clock set "offset" = '2031-02-04T14:00:00Z'::timestamptz - now()`)
  const move = (number: number) => verb(shop, nth(shop, number), 'move/', { starts_at: at('20'), minutes: 90 })
  expect((await move(1)).error.code).toBe('class_held')
  await cancelBatch(shop, shop.batchId)
  expect((await move(2)).error.code).toBe('batch_cancelled')
  const extra = await shop.call('POST', `batches/${shop.batchId}/make-up/`, { body: { starts_at: at('20'), minutes: 90 } })
  expect(extra.error.code).toBe('batch_cancelled')
  expect((await shop.call('POST', 'batches/999999/make-up/', { body: { starts_at: at('20'), minutes: 90 } })).status).toBe(404)
  expect((await shop.call('POST', 'sessions/999999/cancel/', { version: 1 })).status).toBe(404)
})

test('each change is audited without the classroom', async () => {
  const shop = await open()
  const link = 'https://classroom.example/secret'
  await shop.call('PATCH', `sessions/${nth(shop, 1).id}/`, { body: { classroom_url: link }, version: nth(shop, 1).version })
  await verb(shop, nth(shop, 6), 'cancel/')
  const { rows } = await shop.db.query<{ table_name: string; changes: object }>(
    'select table_name, changes from audit_log order by id',
  )
  expect(rows.map(({ table_name, changes }) => [table_name, Object.keys(changes).toSorted()])).toEqual([
    ['class_sessions', ['classroom_url', 'edited', 'sequence']],
    ['class_sessions', ['edited', 'sequence', 'state']],
    ['batches', ['ends_at']],
  ])
  expect(JSON.stringify(rows)).not.toContain(link)
})

test('only owner and content change classes', async () => {
  const shop = await open()
  const body = { starts_at: at('20'), minutes: 90 }
  for (const [role, reads, writes] of [
    ['support', 200, 403],
    ['finance', 403, 403],
    ['instructor', 403, 403],
    ['owner', 200, 201],
  ] as const) {
    const call = staffClient(shop, role)
    expect([role, (await call('GET', `sessions/?batch=${shop.batchId}`)).status]).toEqual([role, reads])
    expect([role, (await call('POST', `batches/${shop.batchId}/make-up/`, { body })).status]).toEqual([role, writes])
  }
})

test('an empty first line of topics leaves its class unnamed', async () => {
  const shop = await open()
  const answer = await shop.call('POST', `batches/${shop.batchId}/topics/`, { body: { topics: '\nNetworks\tSubnets\n' } })
  expect(answer.as<NamedTopics>().sessions.flatMap(({ number, changed }) => (changed ? [number] : []))).toEqual([2])
})
