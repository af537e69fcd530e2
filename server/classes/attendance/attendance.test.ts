import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttendanceStatus, OwnAttendance } from '#contract/classes/attendance.ts'
import type {
  AttendanceBatch,
  AttendanceGrid,
  AttendanceInClass,
  AttendanceMark,
  MarkedCell,
} from '#contract/classes/staff/attendance.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { type ClassShop, createClassShop, february, sixClasses } from '#tests/school/class-shop.ts'
import { movePlace } from '#tests/school/places.ts'
import { addBatch, planBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { type StaffClient, staffClient } from '#tests/school/staff-client.ts'

interface School extends ClassShop {
  students: number[]
  /** Ids of the classes by number, from 1. */
  ids: number[]
  owner: StaffClient
}

/** Opens a school whose first three classes are over. The clock shows 7 February 2031, 21:30 IST. */
async function open(students = 3): Promise<School> {
  const shop = await createClassShop(0)
  const added = await shop.enrol(students)
  await shop.setClock(february('07', '16:00'))
  const ids = [0, ...(await shop.classes()).map(({ id }) => id)]
  return Object.assign(shop, { students: added, ids, owner: staffClient(shop, 'owner', await addStaff(shop, 'owner')) })
}

const press = (shop: School, number: number, student: number, at: string) =>
  shop.db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at) values ($1, $2, 'press', $3, $3)`,
    [shop.ids[number], student, at],
  )
const measured = (shop: School, number: number, student: number, from: string, to: string) =>
  shop.db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, ended_at, received_at) values ($1, $2, 'classroom', $3, $4, $4)`,
    [shop.ids[number], student, from, to],
  )
const gridOf = async (shop: School, call = shop.owner) =>
  (await call('GET', `attendance/${shop.batchId}/grid/`)).as<AttendanceGrid>()
const statusesOf = async (shop: School, student: number) =>
  (await gridOf(shop)).students.find(({ id }) => id === student)?.cells.map((cell) => cell?.status ?? null)
const markIn = (shop: School, marks: Partial<AttendanceMark>[], call = shop.owner) =>
  call('POST', `attendance/${shop.batchId}/marks/`, {
    body: { marks: marks.map((mark) => ({ session_id: shop.ids[1], student_id: shop.students[0], version: 0, ...mark })) },
  })

test('evidence decides who was present', async () => {
  const shop = await open(5)
  const [onTime, late, early, away, rejoined] = shop.students as [number, number, number, number, number]
  await press(shop, 1, onTime, february('03', '13:50'))
  await press(shop, 1, late, february('03', '14:16'))
  await measured(shop, 1, early, february('03', '14:00'), february('03', '14:53'))
  await measured(shop, 1, rejoined, february('03', '13:40'), february('03', '14:20'))
  await measured(shop, 1, rejoined, february('03', '14:10'), february('03', '14:40'))
  await measured(shop, 1, rejoined, february('03', '15:10'), february('03', '16:40'))
  const { students } = await gridOf(shop)
  const first = new Map(students.map(({ id, cells }) => [id, cells[0]?.status]))
  expect([onTime, late, early, away, rejoined].map((id) => first.get(id))).toEqual([
    'present',
    'late',
    'left_early',
    'absent',
    'present',
  ])
  const inClass = (await shop.owner('GET', `attendance/${shop.batchId}/classes/${shop.ids[1]}/`)).as<{
    students: AttendanceInClass[]
  }>()
  const seen = inClass.students.find(({ student_id }) => student_id === rejoined)
  expect(seen).toMatchObject({ minutes: 60, arrived_at: february('03'), measured: true, derived: 'present' })
  expect(students.find(({ id }) => id === late)).toMatchObject({ attended: 1, of: 3, percent: 33, excused: 0 })
})

test('what a provider measured replaces a press', async () => {
  const shop = await open(2)
  const [left, only] = shop.students as [number, number]
  await press(shop, 1, left, february('03', '13:55'))
  await measured(shop, 1, left, february('03', '14:00'), february('03', '14:10'))
  await press(shop, 1, only, february('03', '13:55'))
  expect((await statusesOf(shop, left))?.[0]).toBe('left_early')
  expect((await statusesOf(shop, only))?.[0]).toBe('present')
})

test('threshold and minutes come from the settings', async () => {
  const shop = await open(2)
  const [part, late] = shop.students as [number, number]
  await measured(shop, 1, part, february('03', '14:00'), february('03', '14:36'))
  await press(shop, 1, late, february('03', '14:20'))
  const settings = { attendance_threshold_percent: 40, attendance_late_minutes: 20 }
  expect((await shop.owner('PATCH', 'settings/', { body: settings, version: 0 })).status).toBe(200)
  expect([(await statusesOf(shop, part))?.[0], (await statusesOf(shop, late))?.[0]]).toEqual(['present', 'present'])
  expect(await gridOf(shop)).toMatchObject({ threshold_percent: 40, late_minutes: 20 })
})

test('cancelled, running and coming classes count nowhere', async () => {
  const shop = await open(1)
  const [student] = shop.students as [number]
  await shop.verb(await shop.nth(2), 'cancel/')
  expect((await gridOf(shop)).classes.map(({ id }) => id)).toEqual([shop.ids[1], shop.ids[3]])
  await shop.setClock(february('10', '14:30'))
  await press(shop, 4, student, february('10', '14:05'))
  const grid = await gridOf(shop)
  expect(grid.students[0]).toMatchObject({ attended: 0, of: 2, percent: 0 })
  expect(grid.students[0]?.cells.map((cell) => cell?.status)).toEqual(['absent', 'absent', null])
})

test('classes before the enrolment and after its end count nowhere', async () => {
  const shop = await open(1)
  const [student] = shop.students as [number]
  await shop.db.query('update enrolments set created_at = $1 where user_id = $2', [february('04', '06:00'), student])
  expect((await gridOf(shop)).students[0]).toMatchObject({ of: 2, left: false })
  expect(await statusesOf(shop, student)).toEqual([null, 'absent', 'absent'])
  await shop.db.query('update enrolments set ended_at = $1 where user_id = $2', [february('06', '06:00'), student])
  const { students } = await gridOf(shop)
  expect(students[0]).toMatchObject({ of: 0, percent: null, left: true })
  expect(students[0]?.cells.map((cell) => cell?.status ?? null)).toEqual([null, 'absent', null])
})

test('a transferred student has the percentage of the new batch', async () => {
  const shop = await open(1)
  const [student] = shop.students as [number]
  const other = await addBatch(shop.db, shop.courseId)
  await planBatch(shop.db, other, sixClasses)
  await press(shop, 1, student, february('03', '13:55'))
  await shop.setClock(february('04', '06:00'))
  await movePlace(shop.db, student, other)
  await shop.setClock(february('07', '16:00'))
  const old = (await gridOf(shop)).students[0]
  expect(old).toMatchObject({ left: true, of: 0, percent: null })
  expect(old?.cells.map((cell) => cell?.status ?? null)).toEqual(['present', null, null])
  const present = (await shop.owner('GET', `attendance/${other}/grid/`)).as<AttendanceGrid>().students[0]
  expect(present).toMatchObject({ left: false, of: 2, attended: 0 })
  expect(present?.cells.map((cell) => cell?.status ?? null)).toEqual([null, 'absent', 'absent'])
})

test('a mark wins over the evidence until it is cleared', async () => {
  const shop = await open(1)
  const [student] = shop.students as [number]
  const made = await markIn(shop, [{ status: 'excused', reason: 'Exam' }])
  expect(made.as<{ cells: MarkedCell[] }>().cells).toEqual([
    {
      session_id: shop.ids[1],
      student_id: student,
      status: 'excused',
      marked: true,
      version: 1,
      before: { status: null, reason: null },
    },
  ])
  await press(shop, 1, student, february('03', '13:55'))
  expect((await gridOf(shop)).students[0]).toMatchObject({ excused: 1, of: 2, attended: 0 })
  const cleared = (await markIn(shop, [{ status: null, version: 1 }])).as<{ cells: MarkedCell[] }>().cells[0]
  expect(cleared).toMatchObject({ status: 'present', marked: false, version: 2, before: { status: 'excused', reason: 'Exam' } })
  expect(
    (await markIn(shop, [{ status: null }, { status: null, student_id: student, session_id: shop.ids[2] ?? 0 }])).status,
  ).toBe(409)
  expect((await markIn(shop, [{ status: null, session_id: shop.ids[2] ?? 0 }])).status).toBe(200)
  const { rows } = await shop.db.query<{ operation: string; changes: object }>(
    `select operation, changes from audit_log where table_name = 'attendance_decisions' order by id`,
  )
  expect(rows.map(({ operation }) => operation)).toEqual(['insert', 'update'])
  expect(JSON.stringify(rows)).not.toContain('Exam')
})

test('two people mark one student: one of them wins', async () => {
  const shop = await open(1)
  const other = staffClient(shop, 'content', await addStaff(shop, 'content'))
  const answers = await Promise.all([
    markIn(shop, [{ status: 'present' }]),
    markIn(shop, [{ status: 'absent' }], other),
    markIn(shop, [{ status: 'late' }]),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.error.code).toBe('stale')
  const { rows } = await shop.db.query('select version from attendance_decisions')
  expect(rows).toEqual([{ version: 1 }])
})

test('one stale mark of many changes nothing', async () => {
  const shop = await open(3)
  await markIn(shop, [{ status: 'late' }])
  const all = shop.students.map((student_id) => ({ student_id, status: 'present' as const }))
  expect((await markIn(shop, all)).error.code).toBe('stale')
  expect((await shop.db.query('select 1 from attendance_decisions')).rowCount).toBe(1)
  const answer = await markIn(
    shop,
    all.map((mark, index) => ({ ...mark, version: index === 0 ? 1 : 0 })),
  )
  expect(answer.as<{ cells: MarkedCell[] }>().cells.map(({ status }) => status)).toEqual(['present', 'present', 'present'])
})

test('marks in opposite orders do not block each other', async () => {
  const shop = await open(6)
  const all = [1, 2, 3].flatMap((number) =>
    shop.students.map((student_id) => ({ session_id: shop.ids[number] ?? 0, student_id, status: 'present' as const })),
  )
  const answers = await Promise.all([markIn(shop, all), markIn(shop, all.toReversed())])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('refuses marks of coming, cancelled and foreign classes', async () => {
  const shop = await open(1)
  expect((await markIn(shop, [{ status: 'present', session_id: shop.ids[4] ?? 0 }])).error.code).toBe('class_not_begun')
  await shop.verb(await shop.nth(2), 'cancel/')
  expect((await markIn(shop, [{ status: 'present', session_id: shop.ids[2] ?? 0 }])).error.code).toBe('class_cancelled')
  expect((await markIn(shop, [{ status: 'present', session_id: 999_999 }])).status).toBe(404)
  expect((await markIn(shop, [{ status: 'present', student_id: 999_999 }])).status).toBe(400)
  expect((await markIn(shop, [{ status: 'present' }, { status: 'late' }])).status).toBe(400)
  expect((await shop.owner('GET', 'attendance/999999/grid/')).status).toBe(404)
  expect((await shop.owner('GET', `attendance/${shop.batchId}/classes/999999/`)).status).toBe(404)
  expect((await shop.db.query('select 1 from attendance_decisions')).rowCount).toBe(0)
})

test('instructors see and mark their own classes only', async () => {
  const shop = await open(2)
  const own = staffClient(shop, 'instructor', shop.instructor)
  const tara = await addTeacher(shop)
  const stranger = staffClient(shop, 'instructor', tara)
  expect((await markIn(shop, [{ status: 'present' }], own)).status).toBe(200)
  expect((await gridOf(shop, own)).students).toHaveLength(2)
  expect((await own('GET', 'attendance/')).as<{ items: AttendanceBatch[] }>().items).toMatchObject([{ begun: 3, total: 6 }])
  expect((await stranger('GET', 'attendance/')).as<{ items: object[]; total: number }>()).toMatchObject({ items: [], total: 0 })
  for (const path of ['', 'grid/', `classes/${shop.ids[1]}/`])
    expect((await stranger('GET', `attendance/${shop.batchId}/${path}`)).status, path).toBe(404)
  expect((await markIn(shop, [{ status: 'present', version: 1 }], stranger)).status).toBe(404)

  await shop.verb(await shop.nth(4), 'substitute/', { instructor_id: tara.instructorId })
  await shop.setClock(february('10', '16:00'))
  const grid = await gridOf(shop, stranger)
  expect(grid.classes.map(({ id }) => id)).toEqual([shop.ids[4]])
  expect(grid.students[0]).toMatchObject({ of: 0, percent: null })
  expect((await markIn(shop, [{ status: 'late', session_id: shop.ids[4] ?? 0 }], stranger)).status).toBe(200)
  expect((await markIn(shop, [{ status: 'late', session_id: shop.ids[3] ?? 0 }], stranger)).status).toBe(404)
})

test('support reads, finance does neither', async () => {
  const shop = await open(1)
  const [support, finance] = [staffClient(shop, 'support'), staffClient(shop, 'finance')]
  expect((await support('GET', `attendance/${shop.batchId}/grid/`)).status).toBe(200)
  expect((await markIn(shop, [{ status: 'present' }], support)).status).toBe(403)
  expect((await finance('GET', `attendance/${shop.batchId}/grid/`)).status).toBe(403)
})

test('students read their own attendance, strangers nothing', async () => {
  const shop = await open(1)
  const [mine, other] = [await signIn(shop), await signIn(shop)]
  await shop.db.query('insert into enrolments (user_id, batch_id, created_at) values ($1, $2, $3)', [
    mine.user.id,
    shop.batchId,
    february('04', '06:00'),
  ])
  await press(shop, 2, mine.user.id, february('05', '14:20'))
  await markIn(shop, [{ session_id: shop.ids[3] ?? 0, student_id: mine.user.id, status: 'excused', reason: 'Ill' }])
  const answer = await shop.get(`/attendance/${shop.batchId}/`, mine.access)
  expect(answer.json<OwnAttendance>()).toMatchObject({
    attended: 1,
    of: 1,
    excused: 1,
    percent: 100,
    threshold_percent: 60,
    classes: [
      { number: 2, status: 'late', marked: false, minutes: 70, measured: false },
      { number: 3, status: 'excused', marked: true },
    ],
  })
  expect(answer.body).not.toContain('Ill')
  for (const path of [`/attendance/${shop.batchId}/`, '/attendance/999999/'])
    expect((await shop.get(path, other.access)).statusCode).toBe(404)
  expect((await shop.get(`/attendance/${shop.batchId}/`)).statusCode).toBe(401)
})

test('the grid is exported without formulas', async () => {
  const shop = await open(1)
  await shop.db.query(`update users set full_name = '=cmd()' where id = $1`, [shop.students[0]])
  await press(shop, 1, shop.students[0] ?? 0, february('03', '13:55'))
  const answer = await shop.app.inject({
    url: `/api/staff/attendance/${shop.batchId}/export/`,
    headers: { ...shop.asStaff('owner') },
  })
  expect(answer.headers['content-disposition']).toContain(`attendance-${shop.batchId}-2031-02-07.csv`)
  expect(answer.body).toBe(
    `\uFEFFStudent,State,Attended,Of,Excused,Per cent,1: 2031-02-03,2: 2031-02-05,3: 2031-02-07\r\n"'=cmd()",Enrolled,1,3,0,33,Present,Absent,Absent\r\n`,
  )
})

test('the grid has three hundred students and forty classes', async () => {
  const shop = await open(300)
  await planBatch(shop.db, shop.batchId, { first_day: '2030-12-30', weekdays: [1, 2, 3, 4, 5, 6, 7], last_day: '2031-02-07' })
  await shop.db.query(`update enrolments set created_at = '2030-11-01T00:00Z'`)
  await shop.db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, received_at)
     select s.id, e.user_id, 'press', s.starts_at, s.starts_at from class_sessions s, enrolments e where (s.id + e.user_id) % 3 > 0`,
  )
  const grid = await gridOf(shop)
  expect([grid.students.length, grid.classes.length]).toEqual([300, 40])
  expect(grid.students.flatMap(({ cells }) => cells).filter((cell) => cell === null)).toEqual([])
})

interface Evidence {
  source: 'press' | 'classroom'
  from: number
  minutes: number
}

/** The rules of docs/decisions/attendance.md, minute by minute, for a class of 90 minutes. */
function judge(evidence: readonly Evidence[], mark: AttendanceStatus | null): { status: AttendanceStatus; minutes: number } {
  const isMeasured = evidence.some(({ source }) => source === 'classroom')
  const counted = evidence.filter(({ source }) => !isMeasured || source === 'classroom')
  const inClass = Array.from({ length: 90 }, (_, minute) =>
    counted.some(({ source, from, minutes }) => from <= minute && (source === 'press' || minute < from + minutes)),
  )
  const minutes = inClass.filter(Boolean).length
  if (mark !== null) return { status: mark, minutes }
  if (minutes === 0) return { status: 'absent', minutes }
  if (minutes < 54) return { status: 'left_early', minutes }
  return { status: inClass.indexOf(true) > 15 ? 'late' : 'present', minutes }
}

test('the status equals a model over random evidence', async () => {
  const one = fc.record({
    source: fc.constantFrom('press' as const, 'classroom' as const),
    from: fc.integer({ min: -60, max: 100 }),
    minutes: fc.integer({ min: 0, max: 150 }),
  })
  const statuses = ['present', 'late', 'left_early', 'absent', 'excused'] as const
  const students = fc.sample(
    fc.record({ evidence: fc.array(one, { maxLength: 5 }), mark: fc.option(fc.constantFrom(...statuses), { freq: 4 }) }),
    400,
  )
  const shop = await open(students.length)
  const owner = (await addStaff(shop, 'owner')).id
  await shop.db.query(
    `insert into attendance_evidence (session_id, user_id, source, began_at, ended_at, received_at)
     select $1, n.student, n.source, n.began, case when n.source = 'classroom' then n.began + make_interval(mins => n.minutes) end, n.began
     from (select student, source, minutes, $3::timestamptz + make_interval(mins => "from") as began
       from jsonb_to_recordset($2::jsonb) as t (student bigint, source text, "from" integer, minutes integer)) n`,
    [
      shop.ids[1],
      JSON.stringify(
        students.flatMap(({ evidence }, index) => evidence.map((row) => ({ student: shop.students[index], ...row }))),
      ),
      february('03'),
    ],
  )
  await shop.db.query(
    `insert into attendance_decisions (session_id, user_id, status, decided_by, decided_at)
     select $1, n.student, n.mark, $3, app_now() from jsonb_to_recordset($2::jsonb) as n (student bigint, mark text)`,
    [shop.ids[1], JSON.stringify(students.map(({ mark }, index) => ({ student: shop.students[index], mark }))), owner],
  )
  const answer = (await shop.owner('GET', `attendance/${shop.batchId}/classes/${shop.ids[1]}/`)).as<{
    students: AttendanceInClass[]
  }>()
  const found = new Map(answer.students.map(({ student_id, status, minutes }) => [student_id, { status, minutes }]))
  for (const [index, { evidence, mark }] of students.entries()) {
    expect(found.get(shop.students[index] ?? 0), JSON.stringify({ evidence, mark })).toEqual(judge(evidence, mark))
  }
})
