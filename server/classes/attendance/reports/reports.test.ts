import { expect, test } from 'vitest'
import type { AttendanceGrid, AttendanceImport, ZoneQuestion } from '#contract/classes/staff/attendance.ts'
import { system } from '#server/platform/auth/principal.ts'
import { type ClassShop, createClassShop, february } from '#tests/school/class-shop.ts'
import { makeWorkbook } from '#tests/school/make-workbook.ts'
import { planBatch } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { type StaffClient, staffClient } from '#tests/school/staff-client.ts'
import { sweepAttendanceImports } from '#server/classes/attendance/sweep-attendance-imports.ts'
import { parseReport, rowsIn } from './parse-report.ts'
import { readDuration } from './report-times.ts'
import { usedOffsets } from './zones.ts'

const start = new Date(february('03'))
/** Rows as name, e-mail, join and leave in UTC, or the problem. */
const read = (text: string, at = start) =>
  rowsIn(parseReport({ text }, at), at, 330).map(({ name, email, began_at, ended_at, problem }) => [
    name,
    email,
    problem ?? began_at?.slice(5, 19),
    ...(problem ? [] : [ended_at?.slice(5, 19)]),
  ])

test('reads a report of Google Meet', () => {
  const text = `First name,Last name,Email,Duration,Time joined,Time exited
Asha,Patil,Asha@Example.com,1 hr 28 min,7:32 PM,9:00 PM
Ravi,,ravi@example.com,20 min,7:30 PM,9:00 PM
Guest,,,5 min,11:58 PM,12:03 AM`
  expect(read(text)).toEqual([
    ['Asha Patil', 'asha@example.com', '02-03T14:02:00', '02-03T15:30:00'],
    ['Ravi', 'ravi@example.com', '02-03T14:00:00', '02-03T14:20:00'],
    ['Guest', null, '02-03T18:28:00', '02-03T18:33:00'],
  ])
})

test('reads a report of Zoom below its summary', () => {
  const text = `\uFEFFMeeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants
812 3456 7890,Testing,02/03/2031 07:20:00 PM,02/03/2031 09:04:00 PM,host@school.example,104,3

Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest
"Patil, Asha",asha@example.com,02/03/2031 07:31:05 PM,02/03/2031 08:00:00 PM,29,No
"Patil, Asha",asha@example.com,02/03/2031 08:02:00 PM,02/03/2031 09:01:00 PM,59,No
iPhone,,02/03/2031 07:30:00 PM,02/03/2031 09:00:00 PM,90,Yes`
  expect(read(text)).toEqual([
    ['Patil, Asha', 'asha@example.com', '02-03T14:01:05', '02-03T14:30:00'],
    ['Patil, Asha', 'asha@example.com', '02-03T14:32:00', '02-03T15:31:00'],
    ['iPhone', null, '02-03T14:00:00', '02-03T15:30:00'],
  ])
})

test('reads a report that a spreadsheet has saved', () => {
  const text = `sep=;\nReport of the class;;;\n\nName;Email;Join time;Duration\nAsha;\u200easha@example.com\u200b;2031-02-03 19:31;45.0`
  expect(read(text)).toEqual([['Asha', 'asha@example.com', '02-03T14:01:00', '02-03T14:46:00']])
})

test('reads a report that was saved as a workbook', () => {
  const rows = [
    ['Report of the class'],
    ['Name (Original Name)', 'User Email', 'Join Time (UTC)', 'Duration (Minutes)'],
    ['Asha', "'asha@example.com", { day: 47882.584027777775, format: 22 }, 45],
  ]
  const workbook = makeWorkbook({ rows }).toString('base64')
  const [row] = rowsIn(parseReport({ workbook }, start), start, 330)
  expect(row).toMatchObject({ name: 'Asha', email: 'asha@example.com', began_at: '2031-02-03T14:01:00.000Z', problem: null })
})

test('reads the activities of a report of Teams', () => {
  const text = [
    '1. Summary',
    'Meeting title\tTesting',
    'Attended participants\t2',
    '',
    '2. Participants',
    'Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole',
    'Asha Patil\t2/3/31, 7:31:00 PM\t2/3/31, 9:00:00 PM\t1h 20m\tasha@example.com\tasha@example.com\tPresenter',
    '',
    '3. In-Meeting Activities',
    'Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole',
    'Asha Patil\t2/3/31, 7:31:00 PM\t2/3/31, 8:01:00 PM\t30m\tasha@example.com\tPresenter',
    'Asha Patil\t2/3/31, 8:10:00 PM\t2/3/31, 9:00:00 PM\t50m\tasha@example.com\tPresenter',
  ].join('\r\n')
  expect(read(text)).toEqual([
    ['Asha Patil', 'asha@example.com', '02-03T14:01:00', '02-03T14:31:00'],
    ['Asha Patil', 'asha@example.com', '02-03T14:40:00', '02-03T15:30:00'],
  ])
})

test.each([
  ['03/02/2031 19:31', '02-03T14:01:00'],
  ['2/3/2031 7:31 pm', '02-03T14:01:00'],
  ['3 Feb 2031 7:31 PM', '02-03T14:01:00'],
  ['Feb 3, 2031, 7:31:02 PM IST', '02-03T14:01:02'],
  ['2031-02-03 19:31:00', '02-03T14:01:00'],
  ['2031-02-03T14:01:00Z', '02-03T14:01:00'],
  ['2031-02-03T19:31:00+05:30', '02-03T14:01:00'],
  ['2/3/2031 6:01:00 AM PST', '02-03T14:01:00'],
  ['2/3/2031, 14:01 UTC', '02-03T14:01:00'],
  ['2031-02-03 06:01:00 (GMT-8:00)', '02-03T14:01:00'],
  ['2031-02-03 06:01:00 America/Los_Angeles', '02-03T14:01:00'],
  ['6:01 AM GMT-8', '02-03T14:01:00'],
  ['7:31 PM XYZ', 'time'],
  ['7:31 PM Mars/Base', 'time'],
  ['7:31 PM UTC+15', 'time'],
  ['7:31\u202FPM', '02-03T14:01:00'],
  ['19:31', '02-03T14:01:00'],
  ['05/06/2031 19:31', 'other_day'],
  ['31/02/2031 19:31', 'time'],
  ['25:10', 'time'],
  ['13:10 PM', 'time'],
  ['yesterday', 'time'],
  ['', 'time'],
])('reads the time %s', (text, expected) => {
  expect(read(`name;join time;duration\nAsha;${text};10`)[0]?.[2]).toBe(expected)
})

test.each([
  ['45', 2700],
  ['45 min', 2700],
  ['1 hr 5 min', 3900],
  ['1h 2m 3s', 3723],
  ['01:02:03', 3723],
  ['about an hour', null],
  ['', null],
])('reads the length %s', (text, expected) => expect(readDuration(text)).toBe(expected))

test('a row that leaves before it joins has no time', () => {
  expect(read('name,join time,leave time\nAsha,7:40 PM,soon')[0]?.[2]).toBe('time')
  expect(read('name,join time,leave time\nAsha,2031-02-03 19:40,2031-02-03 19:30')[0]?.[2]).toBe('time')
  expect(read('name,email,join time,leave time\n,,7:40 PM,7:50 PM\nAsha,x,7:40 PM,7:50 PM')[0]?.[2]).toBe('nobody')
})

test.each([
  ['a file without columns', 'hello'],
  ['columns without people', 'name,email,join time,leave time\n'],
  ['columns without times', 'name,email\nAsha,asha@example.com'],
  ['another encoding', 'name,join time,duration\nAsh\uFFFD,7:30 PM,10'],
  ['too many rows', `name,join time,duration\n${'Asha,7:30 PM,10\n'.repeat(2001)}`],
])('refuses %s', (_title, text) => expect(() => parseReport({ text }, start)).toThrow())

interface School extends ClassShop {
  students: number[]
  sessionId: number
  owner: StaffClient
  check(text: string, options?: { call?: StaffClient; zone?: number | undefined }): ReturnType<StaffClient>
  run(record: AttendanceImport): ReturnType<StaffClient>
  decide(record: AttendanceImport, body: object): ReturnType<StaffClient>
  /** Status of each student in the first class. */
  statuses(): Promise<(string | null | undefined)[]>
}

const head = 'name,email,join time,leave time\n'
const row = (email: string, name = 'Student A', join = '7:30 PM', leave = '9:00 PM') => `${name},${email},${join},${leave}\n`
const states = (record: AttendanceImport) => record.rows.map(({ state }) => state)

async function open(students = 3): Promise<School> {
  const shop = await createClassShop(0)
  const added = await shop.enrol(students)
  const first = await shop.nth(1)
  await shop.setClock(february('03', '16:00'))
  const owner = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  return Object.assign(shop, {
    students: added,
    sessionId: first.id,
    owner,
    check: (text: string, { call = owner, zone }: { call?: StaffClient; zone?: number | undefined } = {}) =>
      call('POST', `attendance/${shop.batchId}/classes/${first.id}/imports/`, {
        body: { file_name: 'report.csv', text, ...(zone === undefined ? {} : { utc_offset_minutes: zone }) },
      }),
    run: ({ id, hash }: AttendanceImport) => owner('POST', `attendance-imports/${id}/run/`, { body: { hash } }),
    decide: ({ id }: AttendanceImport, body: object) => owner('POST', `attendance-imports/${id}/rows/`, { body }),
    async statuses() {
      const grid = (await owner('GET', `attendance/${shop.batchId}/grid/`)).as<AttendanceGrid>()
      return added.map((id) => grid.students.find((one) => one.id === id)?.cells[0]?.status)
    },
  })
}

test('a report is checked, run and undone', async () => {
  const shop = await open()
  const text = `${head}${row('STUDENT-1@example.com')}${row('student-2@example.com', 'Student B', '7:30 PM', '7:50 PM')}`
  const checked = (await shop.check(text)).as<AttendanceImport>()
  expect(states(checked)).toEqual(['matched', 'matched'])
  expect(await shop.statuses()).toEqual(['absent', 'absent', 'absent'])
  const done = (await shop.run(checked)).as<AttendanceImport>()
  expect(done.state).toBe('done')
  expect(await shop.statuses()).toEqual(['present', 'left_early', 'absent'])
  expect((await shop.run(checked)).error.code).toBe('already_run')
  const undo = (version: number) => shop.owner('POST', `attendance-imports/${done.id}/undo/`, { version })
  expect((await undo(done.version - 1)).status).toBe(412)
  expect((await undo(done.version)).as<AttendanceImport>().state).toBe('undone')
  expect(await shop.statuses()).toEqual(['absent', 'absent', 'absent'])
  expect((await undo(done.version + 1)).error.code).toBe('not_run')
})

const meet = (join: string, leave: string) =>
  `First name,Last name,Email,Duration,Time joined,Time exited\nStudent,A,student-1@example.com,1 hr 28 min,${join},${leave}\n`
const zoom = (join: string, leave: string) => `${zoomHead}Student A,student-1@example.com,${join},${leave},88,No\n`
const zoomHead = 'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest\n'
const teams = (join: string, leave: string) =>
  `3. In-Meeting Activities\nName\tJoin Time\tLeave Time\tDuration\tEmail\tRole\nStudent A\t${join}\t${leave}\t1h 28m\tstudent-1@example.com\tPresenter\n`

interface Refused {
  code: string
  question: ZoneQuestion
}
const refusalOf = (answer: { error: unknown }) => answer.error as Refused
const importsIn = async (shop: School) => (await shop.db.query('select 1 from attendance_imports')).rowCount

// The class is on 3 February 2031 from 19:30 to 21:00 in India.
test.each([
  ['Meet', 'UTC', 0, meet('2:01 PM', '3:29 PM')],
  ['Meet', 'US Pacific time', -480, meet('6:01 AM', '7:29 AM')],
  ['Zoom', 'UTC', 0, zoom('02/03/2031 02:01:00 PM', '02/03/2031 03:29:00 PM')],
  ['Zoom', 'US Pacific time', -480, zoom('02/03/2031 06:01:00 AM', '02/03/2031 07:29:00 AM')],
  ['Teams', 'UTC', 0, teams('2/3/31, 2:01:00 PM', '2/3/31, 3:29:00 PM')],
  ['Teams', 'US Pacific time', -480, teams('2/3/31, 6:01:00 AM', '2/3/31, 7:29:00 AM')],
])('a report of %s in %s asks for its zone', async (_provider, zone, offset, text) => {
  const shop = await open()
  const asked = await shop.check(text)
  expect([asked.status, refusalOf(asked).code]).toEqual([409, 'zone_unknown'])
  const [suggested] = refusalOf(asked).question.choices
  expect(suggested).toMatchObject({ utc_offset_minutes: offset, inside_percent: 100 })
  expect(suggested?.zones).toContain(zone)
  expect(suggested?.example.began_at).toBe('2031-02-03T14:01:00.000Z')
  expect(await importsIn(shop)).toBe(0)
  const checked = (await shop.check(text, { zone: offset })).as<AttendanceImport>()
  expect(checked).toMatchObject({
    utc_offset_minutes: offset,
    rows: [{ began_at: '2031-02-03T14:01:00.000Z', state: 'matched' }],
  })
  await shop.run(checked)
  expect((await shop.statuses())[0]).toBe('present')
})

test.each([
  ['Meet', meet('7:31 PM', '8:59 PM')],
  ['Zoom', zoom('02/03/2031 07:31:00 PM', '02/03/2031 08:59:00 PM')],
  ['Teams', teams('2/3/31, 7:31:00 PM', '2/3/31, 8:59:00 PM')],
  [
    'Zoom with UTC in its heading',
    zoom('02/03/2031 02:01:00 PM', '02/03/2031 03:29:00 PM').replace('Join Time', 'Join Time (UTC)'),
  ],
  ['Zoom with a line of its zone', `Time zone:,GMT-08:00\n\n${zoom('02/03/2031 06:01:00 AM', '02/03/2031 07:29:00 AM')}`],
  ['Teams with offsets', teams('2031-02-03T06:01:00-08:00', '2031-02-03T07:29:00-08:00')],
])('a report of %s is read without a question', async (_provider, text) => {
  const shop = await open()
  const checked = (await shop.check(text)).as<AttendanceImport>()
  expect(checked.rows).toMatchObject([
    { began_at: '2031-02-03T14:01:00.000Z', ended_at: '2031-02-03T15:29:00.000Z', state: 'matched' },
  ])
})

test.each([
  [
    'people who come early',
    row('student-1@example.com', 'A', '7:00 PM', '9:00 PM') + row('b@example.com', 'B', '6:50 PM', '8:55 PM'),
  ],
  ['somebody who tests and goes', row('student-1@example.com') + row('b@example.com', 'B', '2:00 PM', '2:20 PM')],
  ['people who stay on', row('student-1@example.com', 'A', '7:30 PM', '10:30 PM')],
  ['people who leave in the middle', row('student-1@example.com', 'A', '7:30 PM', '7:50 PM')],
  ['everybody half an hour early', row('student-1@example.com', 'A', '7:00 PM', '8:30 PM')],
])('%s raise no question', async (_who, rows) => {
  const shop = await open()
  expect((await shop.check(head + rows)).status).toBe(201)
})

test('a class over midnight is read in the answered zone', async () => {
  const shop = await open()
  await planBatch(shop.db, shop.batchId, { clock: '23:30' })
  await shop.setClock('2031-02-04T06:00:00.000Z')
  const inIndia = (await shop.check(meet('11:31 PM', '12:59 AM'))).as<AttendanceImport>()
  const span = { began_at: '2031-02-03T18:01:00.000Z', ended_at: '2031-02-03T19:29:00.000Z' }
  expect(inIndia.rows).toMatchObject([span])
  const inSydney = zoom('02/04/2031 05:01:00 AM', '02/04/2031 06:29:00 AM')
  const asked = refusalOf(await shop.check(inSydney))
  expect(asked.question.choices[0]).toMatchObject({ utc_offset_minutes: 660, zones: ['Sydney time'], example: span })
  expect((await shop.check(inSydney, { zone: 660 })).as<AttendanceImport>().rows).toMatchObject([span])
})

test('a report of another class is refused and stores nothing', async () => {
  const shop = await open()
  const text = zoom('02/06/2031 07:31:00 PM', '02/06/2031 08:59:00 PM')
  const message =
    'This report is not of the class of 3 February 2031, 7:30 PM to 9:00 PM IST. Its times are of 6 February 2031. Please choose the report of this class.'
  for (const zone of [undefined, 330, 0]) {
    const refused = await shop.check(text, { zone })
    expect([refused.status, refused.error['text']]).toEqual([400, [message]])
  }
  expect(await importsIn(shop)).toBe(0)
})

test('an answer that puts nobody into the class is refused', async () => {
  const shop = await open()
  const refused = await shop.check(meet('2:01 PM', '3:29 PM'), { zone: 330 })
  expect(refused.status).toBe(400)
  expect(String(refused.error['utc_offset_minutes'])).toContain(
    'nobody was in the class of 3 February 2031, 7:30 PM to 9:00 PM IST',
  )
  expect((await shop.check(meet('2:01 PM', '3:29 PM'), { zone: 7 })).status).toBe(400)
  expect(await importsIn(shop)).toBe(0)
})

test('zones of the US follow the date of the class', () => {
  const offsetOf = (at: string) => usedOffsets(Date.parse(at)).find(({ zones }) => zones.includes('US Pacific time'))?.minutes
  expect([offsetOf('2031-02-03'), offsetOf('2031-07-03')]).toEqual([-480, -420])
  expect(usedOffsets(Date.parse('2031-02-03'))).toHaveLength(53)
})

test('names match nobody, however similar', async () => {
  const shop = await open()
  await shop.db.query(`update users set full_name = 'Asha Patil' where id = $1`, [shop.students[0]])
  const text = `${head}${row('', 'Asha Patil')}${row('student-1@example.org', 'Asha Patil')}`
  expect(states((await shop.check(text)).as<AttendanceImport>())).toEqual(['unmatched', 'unmatched'])
})

test('the instructor in a report is staff', async () => {
  const shop = await open()
  expect(states((await shop.check(head + row(shop.instructor.email, 'Meera'))).as<AttendanceImport>())).toEqual(['staff'])
})

test('the same file twice changes nothing', async () => {
  const shop = await open()
  const text = head + row('student-1@example.com') + row('', 'iPhone') + row('student-1@example.com')
  const [first, second] = [(await shop.check(text)).as<AttendanceImport>(), (await shop.check(text)).as<AttendanceImport>()]
  expect(states(first)).toEqual(['matched', 'unmatched', 'repeated'])
  await shop.run(first)
  const changed = await shop.run(second)
  expect([changed.status, changed.error.code]).toEqual([409, 'check_changed'])
  const current = (changed.error as unknown as { current: AttendanceImport }).current
  expect(states(current)).toEqual(['repeated', 'repeated', 'repeated'])
  expect((await shop.run(current)).status).toBe(200)
  expect((await shop.db.query('select 1 from attendance_evidence')).rowCount).toBe(1)
})

test('two people run one report: it is run once', async () => {
  const shop = await open()
  const checked = (await shop.check(head + row('student-1@example.com'))).as<AttendanceImport>()
  const answers = await Promise.all([shop.run(checked), shop.run(checked)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await shop.db.query('select 1 from attendance_evidence')).rowCount).toBe(1)
})

test('a mark made while a report runs wins', async () => {
  const shop = await open()
  const checked = (await shop.check(head + row('student-1@example.com'))).as<AttendanceImport>()
  const mark = { session_id: shop.sessionId, student_id: shop.students[0], status: 'excused', version: 0 }
  const [ran, marked] = await Promise.all([
    shop.run(checked),
    shop.owner('POST', `attendance/${shop.batchId}/marks/`, { body: { marks: [mark] } }),
  ])
  expect([ran.status, marked.status]).toEqual([200, 200])
  expect((await shop.statuses())[0]).toBe('excused')
})

test('unmatched rows wait for a person', async () => {
  const shop = await open()
  const text = head + row('', 'iPhone', '7:30 PM', '8:10 PM') + row('', 'iPhone', '8:15 PM', '9:00 PM') + row('', 'Mother')
  const checked = (await shop.check(text)).as<AttendanceImport>()
  const [student] = shop.students
  expect((await shop.decide(checked, { lines: [2], decision: 'give', student_id: student })).error.code).toBe('not_run')
  await shop.run(checked)
  const list = async () => (await shop.owner('GET', 'attendance/?unmatched=true')).as<{ items: { unmatched: number }[] }>().items
  expect(await list()).toMatchObject([{ unmatched: 3 }])
  expect((await shop.decide(checked, { lines: [2, 3], decision: 'give', student_id: student })).status).toBe(200)
  expect((await shop.statuses())[0]).toBe('present')
  expect((await shop.decide(checked, { lines: [3], decision: 'dismiss', student_id: null })).error.code).toBe('row_decided')
  expect((await shop.decide(checked, { lines: [4], decision: 'dismiss', student_id: null })).status).toBe(200)
  expect(await list()).toEqual([])
  const reopened = (await shop.decide(checked, { lines: [2, 3], decision: 'reopen', student_id: null })).as<AttendanceImport>()
  expect(states(reopened)).toEqual(['unmatched', 'unmatched', 'dismissed'])
  expect((await shop.statuses())[0]).toBe('absent')
  await shop.decide(checked, { lines: [2, 3], decision: 'give', student_id: shop.students[1] })
  expect(await shop.statuses()).toEqual(['absent', 'present', 'absent'])
  const { rows } = await shop.db.query<{ changes: object }>(
    `select changes from audit_log where table_name = 'attendance_import_rows'`,
  )
  expect(rows).toHaveLength(7)
  expect(JSON.stringify(rows)).not.toContain('iPhone')
})

test('two people give one row: the second is refused', async () => {
  const shop = await open()
  const checked = (await shop.check(head + row('', 'iPhone'))).as<AttendanceImport>()
  await shop.run(checked)
  const give = (index: number) => shop.decide(checked, { lines: [2], decision: 'give', student_id: shop.students[index] })
  const answers = await Promise.all([give(0), give(1)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('refuses rows and students that are not of the class', async () => {
  const shop = await open()
  const checked = (await shop.check(head + row('', 'iPhone'))).as<AttendanceImport>()
  await shop.run(checked)
  for (const body of [
    { lines: [9], decision: 'give', student_id: shop.students[0] },
    { lines: [2], decision: 'give', student_id: 999_999 },
    { lines: [2], decision: 'give', student_id: null },
    { lines: [2], decision: 'dismiss', student_id: shop.students[0] },
    { lines: [], decision: 'dismiss', student_id: null },
  ])
    expect((await shop.decide(checked, body)).status, JSON.stringify(body)).toBe(400)
})

test('reports of other instructors stay closed', async () => {
  const shop = await open()
  const checked = (await shop.check(head + row('student-1@example.com') + row('x@example.com', 'iPhone'))).as<AttendanceImport>()
  const own = staffClient(shop, 'instructor', shop.instructor)
  const stranger = staffClient(shop, 'instructor', await addStaff(shop, 'instructor'))
  const seen = (await own('GET', `attendance-imports/${checked.id}/`)).as<AttendanceImport>()
  expect(seen.rows.map(({ email }) => email)).toEqual([null, 'x@example.com'])
  expect((await shop.check(head + row('', 'iPhone'), { call: stranger })).status).toBe(404)
  expect((await stranger('GET', `attendance-imports/${checked.id}/`)).status).toBe(404)
  const run = await stranger('POST', `attendance-imports/${checked.id}/run/`, { body: { hash: checked.hash } })
  expect(run.status).toBe(404)
  expect((await stranger('POST', `attendance-imports/${checked.id}/undo/`, { version: checked.version })).status).toBe(404)
})

test('a class that has not begun takes no report', async () => {
  const shop = await open()
  const next = await shop.nth(2)
  const answer = await shop.owner('POST', `attendance/${shop.batchId}/classes/${next.id}/imports/`, {
    body: { file_name: 'report.csv', text: head + row('student-1@example.com') },
  })
  expect(answer.error.code).toBe('class_not_begun')
})

test('old checks go and old rows forget their names', async () => {
  const shop = await open()
  await shop.check(head + row('student-1@example.com'))
  const ran = (await shop.check(head + row('', 'Mother') + row('student-2@example.com', 'Student B'))).as<AttendanceImport>()
  await shop.run(ran)
  await shop.passTime('181 days')
  await sweepAttendanceImports(shop.deps, system)
  const { rows } = await shop.db.query('select import_id, name, raw <> $1 as has_raw from attendance_import_rows order by line', [
    '',
  ])
  expect(rows).toEqual([
    { import_id: ran.id, name: '', has_raw: false },
    { import_id: ran.id, name: 'Student B', has_raw: true },
  ])
})

test('an erased account takes its names out of reports', async () => {
  const shop = await open()
  const { user, person } = await signIn(shop)
  await shop.db.query(`insert into enrolments (user_id, batch_id, created_at) values ($1, $2, '2031-01-01')`, [
    user.id,
    shop.batchId,
  ])
  const ran = (await shop.check(head + row(person.email, 'Named Once') + row('', 'Named Once'))).as<AttendanceImport>()
  await shop.run(ran)
  await shop.decide(ran, { lines: [3], decision: 'give', student_id: user.id })
  for (const erasure of shop.deps.personalData.flatMap(({ erasures }) => erasures.account ?? []))
    await shop.db.query(erasure.text, [user.id])
  const { rows } = await shop.db.query(
    `select (select count(*)::int from attendance_import_rows where name <> '' or email is not null or raw <> '') as named,
       (select count(*)::int from attendance_evidence where provider_id is not null) as evidence,
       (select count(*)::int from attendance_evidence) as all_evidence`,
  )
  expect(rows).toEqual([{ named: 0, evidence: 0, all_evidence: 2 }])
})
