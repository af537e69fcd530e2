import { expect, test } from 'vitest'
import type { ArrivalColumns, ArrivalKind, ArrivalRecord, ArrivalRow } from '#contract/desk/staff/arrivals.ts'
import type { StudentFile } from '#contract/desk/staff/students.ts'
import { system } from '#server/platform/auth/principal.ts'
import { weekdayOf } from '#server/classes/batches/check-pattern.ts'
import { sweep } from '#server/features.ts'
import { isAddressTaken } from '#server/people/accounts/claim-address.ts'
import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import { openDesk } from '#tests/school/desk.ts'
import { makeWorkbook } from '#tests/school/make-workbook.ts'
import type { StaffAnswer, StaffClient } from '#tests/school/staff-client.ts'
import { arrivalJob } from './jobs.ts'
import { workOnArrival } from './work-in-slices.ts'

const open = async () => {
  const desk = await openDesk()
  const { call } = await desk.clerk('owner')
  const { db, deps } = desk.shop
  await db.query(`insert into instructors (name) values ('Meera Kulkarni')`)
  const work = () => deps.jobs.drain(arrivalJob, (job) => workOnArrival(deps, system, job))
  return { desk, db, deps, call, work }
}
const send = (call: StaffClient, kind: ArrivalKind, file: object): Promise<StaffAnswer> =>
  call('POST', 'arrivals/', { body: { kind, file_name: 'export.csv', source: 'Bright Academy', ...file } })
const check = async (call: StaffClient, kind: ArrivalKind, lines: readonly string[] | object) => {
  const answer = await send(call, kind, Array.isArray(lines) ? { text: lines.join('\r\n') } : lines)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.error))
  return answer.as<ArrivalRecord>()
}
const rowsOf = async (call: StaffClient, id: number) =>
  (await call('GET', `arrivals/${id}/rows/`)).as<{ items: ArrivalRow[] }>().items
/** What becomes of each line, or its problems by column. */
const outcomesOf = async (call: StaffClient, id: number) =>
  (await rowsOf(call, id)).map(({ outcome, problems }) =>
    outcome === 'problem' ? problems.map(({ column }) => column ?? 'line').join(' ') : outcome,
  )
const act = (call: StaffClient, { id, version }: ArrivalRecord, verb: 'run' | 'undo') =>
  call('POST', `arrivals/${id}/${verb}/`, { version })
const read = async (call: StaffClient, { id }: ArrivalRecord) => (await call('GET', `arrivals/${id}/`)).as<ArrivalRecord>()

type World = Awaited<ReturnType<typeof open>>
/** Checks a file and runs it to its end. */
const arrive = async ({ call, work }: World, kind: ArrivalKind, lines: readonly string[]) => {
  const found = await check(call, kind, lines)
  expect((await act(call, found, 'run')).status).toBe(200)
  await work()
  return read(call, found)
}
const undo = async ({ call, work }: World, record: ArrivalRecord) => {
  expect((await act(call, record, 'undo')).status).toBe(200)
  await work()
  return read(call, record)
}

const teachable = ['Product name,Price,Description', 'Data Science,"₹45,000",<p>Learn it</p>', 'Cloud Basics,999.50,Start here']

test('courses of another school become drafts, and go again', async () => {
  const world = await open()
  const { db, call } = world
  const found = await check(call, 'courses', teachable)
  expect(found).toMatchObject({ state: 'checked', additions: 2, problems: 0, done_lines: 0 })
  expect((await db.query('select 1 from courses')).rows).toEqual([])
  const done = await arrive(world, 'courses', teachable)
  expect(done).toMatchObject({ state: 'done', additions: 2, done_lines: 2 })
  const made = await db.query('select title, slug, price_paise, description, university, publication from courses order by id')
  expect(made.rows).toEqual([
    {
      title: 'Data Science',
      slug: 'data-science',
      price_paise: 4_500_000,
      description: 'Learn it',
      university: 'Bright Academy',
      publication: 'draft',
    },
    expect.objectContaining({ title: 'Cloud Basics', price_paise: 99_950 }),
  ])
  expect(await undo(world, done)).toMatchObject({ state: 'undone', kept: 0 })
  expect((await db.query('select 1 from courses')).rows).toEqual([])
})

test('a file that comes again changes what differs in drafts', async () => {
  const world = await open()
  const { db, call } = world
  await arrive(world, 'courses', teachable)
  const later = ['Title,Price', 'Data Science,50000', 'Cloud Basics,999.5', 'cloud basics,999.5', 'Third,0', ',12']
  const found = await check(call, 'courses', later)
  expect(await outcomesOf(call, found.id)).toEqual(['changed', 'same', 'line', 'price', 'slug'])
  const done = await arrive(world, 'courses', later)
  const price = async () => (await db.query(`select price_paise from courses where slug = 'data-science'`)).rows[0]
  expect(await price()).toEqual({ price_paise: 5_000_000 })
  expect(await undo(world, done)).toMatchObject({ kept: 0 })
  expect(await price()).toEqual({ price_paise: 4_500_000 })
})

test('a published course is left as visitors know it', async () => {
  const world = await open()
  const { call } = world
  const done = await arrive(world, 'courses', teachable)
  const [row] = await rowsOf(call, done.id)
  const course = (await call('GET', `courses/${row?.target_id}/`)).as<{ version: number }>()
  expect((await call('POST', `courses/${row?.target_id}/publish/`, { version: course.version })).status).toBe(200)
  const found = await check(call, 'courses', ['Title,Price', 'Data Science,50000'])
  expect(await outcomesOf(call, found.id)).toEqual(['line'])
  expect(await undo(world, done)).toMatchObject({ state: 'undone', kept: 1 })
  expect((await rowsOf(call, done.id)).map(({ note }) => note)).toEqual(['The course was changed or published since.', ''])
})

/** The day of a number of days after the next Monday. */
const afterMonday = async ({ today }: World['desk'], days: number) => today(weekdayOf(await today()) - 8 - days)
const batchHead = 'Course,Teacher,Start date,Timing,Days,No. of classes,End date,Class dates,Seats'

test('batches come with a pattern or a list of classes', async () => {
  const world = await open()
  const { db, call } = world
  await arrive(world, 'courses', teachable)
  const day = (days: number) => afterMonday(world.desk, days)
  const monday = await day(0)
  // Most of its classes are over, and the last one is ahead.
  const listed = [await day(-60), await day(-53), await day(19)]
  const found = await check(call, 'batches', [
    batchHead,
    `Data Science,meera kulkarni,${monday},7:30 PM – 9:00 PM,"Mon, Wed & Fri",6,,,30`,
    `data-science,Meera Kulkarni,,,,,,${listed[1]} 11:30; ${listed[0]} 10:00; ${listed[2]} 9 am,`,
    `Nothing,Meera Kulkarni,${monday},19:30,Mon,6,,,`,
    `Data Science,Nobody,${monday},19:30,Mon,6,,,`,
    `Data Science,Meera Kulkarni,${await day(1)},19:30,Mon,6,,,`,
    `Data Science,Meera Kulkarni,${monday},late,Mon,6,,,`,
    `Data Science,Meera Kulkarni,${monday},19:30,Moonday,6,,,many`,
    `Data Science,Meera Kulkarni,${await day(7)},19:30,Mon,,,,`,
    `Data Science,Meera Kulkarni,,,,,,${monday} 10:00; sometime,`,
    `Data Science,Meera Kulkarni,,,,,,${listed[0]} 10:00; ${listed[1]} 10:00,`,
  ])
  expect(await outcomesOf(call, found.id)).toEqual([
    'new',
    'new',
    'course',
    'instructor',
    'first_day',
    'time',
    'weekdays',
    'class_count',
    'classes',
    'first_day',
  ])
  expect((await db.query('select 1 from batches')).rows).toEqual([])
  await act(call, found, 'run')
  await world.work()
  const made = await db.query(
    `select b.published, b.capacity, b.time_text, b.weekdays, string_agg(to_char(s.starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI'), ', '
       order by s.starts_at) as classes
     from batches b join class_sessions s on s.batch_id = b.id group by b.id order by b.id`,
  )
  expect(made.rows).toEqual([
    {
      published: false,
      capacity: 30,
      time_text: expect.any(String),
      weekdays: [1, 3, 5],
      classes: (await Promise.all([0, 2, 4, 7, 9, 11].map(day))).map((one) => `${one} 19:30`).join(', '),
    },
    expect.objectContaining({
      published: false,
      capacity: null,
      classes: `${listed[0]} 10:00, ${listed[1]} 11:30, ${listed[2]} 09:00`,
    }),
  ])
  const again = await check(call, 'batches', [
    batchHead,
    `Data Science,Meera Kulkarni,${monday},7:30 PM – 9:00 PM,Mon Wed Fri,6,,,30`,
  ])
  expect(await outcomesOf(call, again.id)).toEqual(['same'])
  const done = await read(call, found)
  expect(await undo(world, done)).toMatchObject({ state: 'undone', kept: 0 })
  expect((await db.query('select 1 from batches')).rows).toEqual([])
})

test('an undo leaves what has been built on, with the reason', async () => {
  const world = await open()
  const { call, db } = world
  const courses = await arrive(world, 'courses', teachable)
  const batches = await arrive(world, 'batches', [
    batchHead,
    `Data Science,Meera Kulkarni,${await afterMonday(world.desk, 0)},19:30,Mon,6,,,30`,
    `Data Science,Meera Kulkarni,${await afterMonday(world.desk, 1)},19:30,Tue,6,,,30`,
  ])
  await db.query(
    `with actor as materialized (select set_config('app.actor_kind', 'system', true))
     update class_sessions set topic = 'Trees' from actor where id = (select min(id) from class_sessions)`,
  )
  expect(await undo(world, courses)).toMatchObject({ kept: 1 })
  expect((await rowsOf(call, courses.id)).map(({ note }) => note)).toEqual([
    'Batches or other records of the school are of this course.',
    '',
  ])
  expect(await undo(world, batches)).toMatchObject({ kept: 1 })
  expect((await rowsOf(call, batches.id)).map(({ note, target_id }) => [note !== '', target_id !== null])).toEqual([
    [true, true],
    [false, false],
  ])
})

test('past payments are kept apart from the books', async () => {
  const world = await open()
  const { db, call, desk } = world
  const { email, id, access } = await desk.student()
  const head = 'Purchased at,User,Final price,Order ID,Product'
  const lines = [
    head,
    `2024-03-05,${email.toUpperCase()},"Rs. 12,000/-",ORD-1,React`,
    `5 Mar 2024,${email},500,,`,
    `5 Mar 2024,${email},500,,`,
    `2024-03-05,nobody@example.com,1,ORD-2,`,
    `2099-03-05,${email},1,ORD-3,`,
    `2024-03-05,${email},nothing,ORD-4,`,
    `2024-03-05,${email},13000,ord-1,`,
    `2024-03-05,${email},13000,8.038E+09,`,
  ]
  const before = await desk.ledger()
  const done = await arrive(world, 'past_payments', lines)
  expect(await outcomesOf(call, done.id)).toEqual(['new', 'new', 'line', 'email', 'paid_on', 'amount', 'reference', 'reference'])
  const kept = await db.query(
    `select source, amount_paise, to_char(paid_on, 'YYYY-MM-DD') as paid_on, reference, course from past_payments order by id`,
  )
  expect(kept.rows).toEqual([
    { source: 'Bright Academy', amount_paise: 1_200_000, paid_on: '2024-03-05', reference: 'ORD-1', course: 'React' },
    { source: 'Bright Academy', amount_paise: 50_000, paid_on: '2024-03-05', reference: '', course: '' },
  ])
  expect(await desk.ledger()).toEqual(before)
  const headers = { authorization: `Bearer ${access}` }
  const own = (await desk.shop.app.inject({ url: '/api/payment/past/', headers })).json<{ items: object[] }>()
  const file = (await call('GET', `students/${id}/file/`)).as<StudentFile>()
  expect(file.past_payments).toEqual(own.items)
  expect(own.items).toMatchObject([
    { amount_paise: 50_000, course: '' },
    { source: 'Bright Academy', amount_paise: 1_200_000, paid_on: '2024-03-05', reference: 'ORD-1', course: 'React' },
  ])
  expect(file.payments).toEqual([])
  const again = await check(call, 'past_payments', lines.slice(0, 3))
  expect(again).toMatchObject({ additions: 0, unchanged: 2 })
  expect(await undo(world, done)).toMatchObject({ kept: 0 })
  expect(await desk.count('past_payments')).toBe(0)
})

test('an account with past payments is not swept', async () => {
  const world = await open()
  const { db, deps } = world
  await db.query(
    `insert into users (email, full_name, created_at) values ('asha@example.com', 'Asha Patil', app_now()), ('ravi@example.com', 'Ravi', app_now())`,
  )
  await arrive(world, 'past_payments', ['Email,Amount,Date', 'asha@example.com,500,2024-03-05'])
  await db.query(`update app_clock set "offset" = "offset" + interval '40 days'`)
  await sweep(deps, system)
  expect((await db.query('select email from users')).rows).toEqual([{ email: 'asha@example.com' }])
  const claims = await transactionAs(deps, system, (tx) => isAddressTaken(tx, 'asha@example.com', 0))
  expect(claims).toBe(true)
})

test('exports of shops are read, without what was not paid', async () => {
  const { desk, call } = await open()
  const { email } = await desk.student()
  const workbook = makeWorkbook({
    rows: [
      ['ID', 'Purchased At', 'User Name', 'User Email', 'Course Name', 'Final Price', 'Currency', 'Status'],
      [1, '2024-03-05T20:00:00Z', 'Asha', email, 'React', 12_000, 'INR', 'completed'],
      [2, '2024-03-05 20:00:00 UTC', 'Asha', email, 'React', 500, 'INR', 'Paid'],
      [3, { day: 45_356, format: 22 }, 'Asha', email, 'React', '700.00', '', ''],
      [4, '2024-03-05', 'Asha', email, 'React', 120, 'USD', 'completed'],
      [5, '2024-03-05', 'Asha', email, 'React', 12_000, 'INR', 'refunded'],
    ],
  }).toString('base64')
  const found = await check(call, 'past_payments', { workbook, mapping: { ID: 'reference' } })
  expect(await outcomesOf(call, found.id)).toEqual(['new', 'new', 'new', 'currency', 'status'])
  await act(call, found, 'run')
  await desk.shop.deps.jobs.drain(arrivalJob, (job) => workOnArrival(desk.shop.deps, system, job))
  const { rows } = await desk.shop.db.query(
    `select to_char(paid_on, 'YYYY-MM-DD') as day, reference, amount_paise from past_payments order by id`,
  )
  expect(rows).toEqual([
    { day: '2024-03-06', reference: '1', amount_paise: 1_200_000 },
    { day: '2024-03-06', reference: '2', amount_paise: 50_000 },
    { day: '2024-03-05', reference: '3', amount_paise: 70_000 },
  ])
})

test.each([
  {
    what: 'Teachable',
    head: ['ID', 'Product Name', 'Subtitle', 'Price', 'Author', 'Created At'],
    line: ['77', 'Data Science', 'From numbers to decisions', 45_000, 'Meera', '2024-01-05'],
  },
  {
    what: 'Moodle, with a price',
    head: ['shortname', 'fullname', 'category', 'summary', 'startdate', 'Fee (₹)'],
    line: ['data-science', 'Data Science', 'Data', '<p dir="ltr">From numbers &amp; tables</p>', '2026-12-07', '₹45,000'],
  },
  {
    what: 'a Google Form',
    head: ['Timestamp', 'What is the name of the course?', 'Please write the fee (INR)', 'Tell us about the course'],
    line: [{ day: 46_353, format: 22 }, 'Data Science', '45000/-', 'From numbers to decisions'],
  },
  {
    what: 'a list of Tally',
    head: ['Submission ID', 'Respondent ID', 'Submitted at', 'Course title', 'Course fee', 'Course category'],
    line: ['mOq1', 'rX2', '2026-11-02 10:11:12', 'Data Science', 'Rs. 45,000', 'Data'],
  },
])('courses of $what are read', async ({ head, line }) => {
  const { call } = await open()
  const workbook = makeWorkbook({ rows: [head, line] }).toString('base64')
  const { columns } = (await call('POST', 'arrivals/columns/', { body: { kind: 'courses', workbook } })).as<ArrivalColumns>()
  const named = columns.map(({ column }) => column)
  expect([named.includes('title'), named.includes('price')]).toEqual([true, true])
  expect(await check(call, 'courses', { workbook })).toMatchObject({ additions: 1, problems: 0 })
})

test('a run goes on behind the last slice', async () => {
  const world = await open()
  const { call, db, deps } = world
  const lines = ['Title,Price', ...Array.from({ length: 120 }, (_, index) => `Course ${index},1000`)]
  const found = await check(call, 'courses', lines)
  await act(call, found, 'run')
  await db.query(`update arrivals set state = 'running', last_line = 101, done_lines = 100`)
  expect((await act(call, found, 'run')).status).toBe(412)
  // Its job is gone, as after a restore.
  await db.query(`delete from pgboss.job where name = 'arrival'`)
  await sweep(deps, system)
  await world.work()
  expect(await read(call, found)).toMatchObject({ state: 'done', done_lines: 120 })
  expect((await db.query(`select count(*)::int as n from courses`)).rows).toEqual([{ n: 20 }])
})

test('what has changed since the check is left out', async () => {
  const world = await open()
  const { call } = world
  const found = await check(call, 'courses', ['Title,Price', 'Data Science,50000'])
  await arrive(world, 'courses', teachable)
  await act(call, found, 'run')
  await world.work()
  expect(await read(call, found)).toMatchObject({ state: 'done', additions: 0, changes: 0, problems: 1 })
  const [row] = await rowsOf(call, found.id)
  expect(row?.problems[0]?.text).toContain('changed since the check')
})

test('columns are guessed, chosen and remembered by kind', async () => {
  const { call } = await open()
  const workbook = makeWorkbook({
    rows: [
      ['Bright Academy: our programmes'],
      ['Programme', 'Charges', 'Charges', 'Kind'],
      ['Data Science', 45_000, '₹45,000', 'x'],
    ],
  }).toString('base64')
  const columns = async (kind: ArrivalKind) =>
    (await call('POST', 'arrivals/columns/', { body: { kind, workbook } })).as<ArrivalColumns>()
  const found = await columns('courses')
  expect(found).toMatchObject({ lines: 1, remembered: false })
  const mapping = { Programme: 'title', Charges: 'price', 'Charges 2': null, Kind: 'category' }
  expect(await check(call, 'courses', { workbook, mapping })).toMatchObject({ additions: 1 })
  expect(await columns('courses')).toMatchObject({
    remembered: true,
    columns: [
      { heading: 'Programme', column: 'title', samples: ['Data Science'] },
      { heading: 'Charges', column: 'price' },
      { heading: 'Charges 2', column: null },
      { heading: 'Kind', column: 'category' },
    ],
  })
  expect((await columns('batches')).remembered).toBe(false)
})

test.each([
  { what: 'a file of another kind', text: 'Email,Amount,Date\na@example.com,1,2024-01-01', says: 'Is this a file of courses?' },
  { what: 'two columns of one meaning', text: 'Title,Name,Price\na,b,1', says: '', mapping: { Title: 'title', Name: 'title' } },
  { what: 'a column that is none', text: 'Title,Price\na,1', says: 'no column “email”', mapping: { Title: 'email' } },
  { what: 'a heading that is not there', text: 'Title,Price\na,1', says: 'no column “Other”', mapping: { Other: 'title' } },
  { what: 'a file in another encoding', text: 'Title,Price\nCaf\uFFFD,1', says: 'not in UTF-8' },
  { what: 'too many lines', text: `Title,Price\n${'a,1\n'.repeat(501)}`, says: '500 are the most' },
  { what: 'a hundred thousand lines', text: `Title,Price\n${'a,1\n'.repeat(100_000)}`, says: '500 are the most' },
  { what: 'headings alone', text: 'Title,Price\n', says: 'no courses below' },
])('$what is refused', async ({ text, says, mapping }) => {
  const { call } = await open()
  const answer = await send(call, 'courses', { text, ...(mapping ? { mapping } : {}) })
  expect([answer.status, JSON.stringify(answer.error)]).toEqual([400, expect.stringContaining(says)])
})

test('a formula arrives as the text that it is', async () => {
  const world = await open()
  await arrive(world, 'courses', ['Title,Price,Description', `"=HYPERLINK(""http://x"")",1000,'+cmd`])
  const { rows } = await world.db.query('select title, description from courses')
  expect(rows).toEqual([{ title: '=HYPERLINK("http://x")', description: '+cmd' }])
})

test('lines that are left out come as a file to mend', async () => {
  const { desk, call } = await open()
  const found = await check(call, 'courses', ['Name of the course,Price', 'Data Science,free', 'Cloud,100'])
  const headers = { ...desk.shop.asStaff('content') }
  const answer = await desk.shop.app.inject({ url: `/api/staff/arrivals/${found.id}/problems/`, headers })
  expect(answer.body.replace('\ufeff', '').split('\r\n')).toEqual([
    'line,Name of the course,Price,problem',
    '2,Data Science,free,"Price: The price is not one of rupees, of ₹1 at least."',
    '',
  ])
})

test('each role imports what it may write', async () => {
  const { desk, call } = await open()
  const content = (await desk.clerk('content')).call
  const text = 'E-mail,Amount,Date\na@example.com,1,2024-01-01'
  expect((await send(content, 'past_payments', { text })).status).toBe(403)
  expect((await send(content, 'courses', { text: 'Title,Price\na,1' })).status).toBe(201)
  const payments = await check(call, 'past_payments', { text })
  expect((await content('GET', `arrivals/${payments.id}/`)).status).toBe(404)
  expect((await content('GET', 'arrivals/')).as<{ items: ArrivalRecord[] }>().items.map(({ kind }) => kind)).toEqual(['courses'])
  expect((await act(content, payments, 'run')).status).toBe(403)
})

test('a file that nobody runs goes after a week', async () => {
  const { db, deps, call, desk } = await open()
  await check(call, 'courses', teachable)
  await db.query(`update app_clock set "offset" = "offset" + interval '8 days'`)
  await sweep(deps, system)
  expect(await desk.count('arrivals')).toBe(0)
})
