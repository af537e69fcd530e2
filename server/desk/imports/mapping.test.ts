import { expect, test } from 'vitest'
import type { ImportColumns, ImportRecord } from '#contract/desk/staff/imports.ts'
import { openDesk } from '#tests/school/desk.ts'
import { checkFile, linesOf, outcomesOf, sendFile } from '#tests/school/imports.ts'
import { makeWorkbook } from '#tests/school/make-workbook.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import type { StaffClient } from '#tests/school/staff-client.ts'

const office = async () => {
  const desk = await openDesk()
  return { desk, db: desk.shop.db, call: (await desk.clerk('support')).call }
}
const columnsOf = async (call: StaffClient, body: object) =>
  (await call('POST', 'imports/columns/', { body })).as<ImportColumns>()

const text =
  'Roll,Pupil,Gmail,Other,Other,\n1,Asha Patil,asha@example.com,9876543210,evening,x\n2,Ravi,ravi@example.com,9876543211,,x'
const mapping = { Pupil: 'name', Gmail: 'email', Other: 'phone', 'Other 2': null }

test('columns are shown with two values, and guessed first', async () => {
  const { call } = await office()
  expect(await columnsOf(call, { text })).toEqual({
    columns: [
      { heading: 'Roll', column: null, samples: ['1', '2'] },
      { heading: 'Pupil', column: null, samples: ['Asha Patil', 'Ravi'] },
      { heading: 'Gmail', column: 'email', samples: ['asha@example.com', 'ravi@example.com'] },
      { heading: 'Other', column: null, samples: ['9876543210', '9876543211'] },
      { heading: 'Other 2', column: null, samples: ['evening'] },
      { heading: 'Column 6', column: null, samples: ['x'] },
    ],
    lines: 2,
    remembered: false,
  })
  expect((await call('POST', 'imports/columns/', { body: {} })).status).toBe(400)
})

test('a mapping is used, and remembered for the same headings', async () => {
  const { call } = await office()
  const found = await checkFile(call, { text, mapping })
  expect(await linesOf(call, found.id)).toMatchObject([
    { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210', outcome: 'account' },
    { name: 'Ravi', phone: '9876543211', outcome: 'account' },
  ])
  expect(found.columns).toContainEqual({ heading: 'Pupil', column: 'name' })
  const shuffled = 'Gmail,Pupil,Roll,Other,Other,\nmeera@example.com,Meera,3,9876543212,,x'
  const next = await columnsOf(call, { text: shuffled })
  expect(next.remembered).toBe(true)
  expect(next.columns.map(({ column }) => column)).toEqual(['email', 'name', null, 'phone', null, null])
  expect(await linesOf(call, (await checkFile(call, { text: shuffled })).id)).toMatchObject([
    { name: 'Meera', phone: '9876543212' },
  ])
  const changed = await checkFile(call, { text, mapping: { ...mapping, Other: null, 'Other 2': 'phone' } })
  expect(await outcomesOf(call, changed.id)).toEqual(['phone', 'account'])
  expect((await columnsOf(call, { text })).columns.map(({ column }) => column)).toEqual([
    null,
    'name',
    'email',
    null,
    'phone',
    null,
  ])
})

test('headings that only a person understands are found below a title', async () => {
  const { call } = await office()
  const lines = 'List of November,,\nA,B,C\nAsha Patil,asha@example.com,9876543210'
  const found = await checkFile(call, { text: lines, mapping: { A: 'name', B: 'email', C: 'phone' } })
  expect(await linesOf(call, found.id)).toMatchObject([{ line: 3, name: 'Asha Patil' }])
})

test.each<[string, object, string]>([
  ['a heading that is not there', { ...mapping, Nobody: 'batch' }, 'mapping'],
  ['two names', { ...mapping, Roll: 'name' }, 'text'],
  ['no address', { ...mapping, Gmail: null }, 'text'],
  ['an unknown column', { ...mapping, Roll: 'caste' }, 'Roll'],
  ['a payment, from somebody who takes none', { ...mapping, Roll: 'amount' }, ''],
])('refuses a mapping with %s', async (_what, given, field) => {
  const { call } = await office()
  const refused = await sendFile(call, { text, mapping: given })
  expect(refused.status).toBe(field === '' ? 403 : 400)
  if (field !== '') expect(Object.keys(refused.error)).toContain(field)
  expect((await call('GET', 'imports/')).as<{ total: number }>().total).toBe(0)
  expect((await columnsOf(call, { text })).remembered).toBe(false)
})

test('a batch for all lines goes before that of the file', async () => {
  const { call, db } = await office()
  const { batchId } = await sellCourse(db)
  const list = 'name,email,batch\nAsha,asha@example.com,evening\nRavi,ravi@example.com,'
  const found = await checkFile(call, { text: list, batch_id: batchId })
  expect(found).toMatchObject({ enrolments: 2, problems: 0 })
  expect((await linesOf(call, found.id))[0]).toMatchObject({
    batch: String(batchId),
    batch_id: batchId,
    course: 'Testing in Practice',
  })
  expect(await outcomesOf(call, (await checkFile(call, { text: list, batch_id: 999_999 })).id)).toEqual([
    'batch_unknown',
    'batch_unknown',
  ])
})

test('a batch is found by course and day', async () => {
  const { call, db } = await office()
  const { courseId, batchId } = await sellCourse(db)
  const { rows } = await db.query<{ day: string; words: string; indian: string }>(
    `select to_char(d, 'YYYY-MM-DD') as day, to_char(d, 'FMDD FMMonth YYYY') as words, to_char(d, 'DD/MM/YYYY') as indian
     from (select starts_at at time zone 'Asia/Kolkata' as d from batches where id = $1) x`,
    [batchId],
  )
  const { day = '', words = '', indian = '' } = rows[0] ?? {}
  const meant = async (lines: readonly string[], given: object = {}) => {
    const list = ['name,email,batch', ...lines.map((batch, n) => `S ${n},s${n}@example.com,"${batch}"`)].join('\n')
    return (await linesOf(call, (await checkFile(call, { text: list, ...given })).id)).map(
      ({ batch_id: id, problem }) => problem ?? id,
    )
  }
  const said = [
    'Testing in Practice',
    'testing IN practice batch',
    'Testing',
    `Batch ${batchId}`,
    `#${batchId}`,
    `${batchId} - Testing, evening`,
  ]
  expect(await meant(said)).toEqual(said.map(() => batchId))
  // A second one of the course takes students too.
  const second = await addBatch(db, courseId, { startsIn: '40 days', batch_type: 'Weekend' })
  expect(await meant(['Testing in Practice', 'Testing (weekend)', 'Testing, Weekday evening'])).toEqual([
    'batch_ambiguous',
    second,
    batchId,
  ])
  const dated = [
    `Testing in Practice, ${day}`,
    `Testing in Practice (${words})`,
    `Testing ${indian}`,
    day,
    indian,
    `starts ${words}`,
  ]
  expect(await meant(dated)).toEqual(dated.map(() => batchId))
  expect(await meant([`Knitting, ${day}`, 'Testing in Practice, 1 January 2001', 'evening'])).toEqual([
    'batch_unknown',
    'batch_unknown',
    'batch_unknown',
  ])
  // A course for all lines, which say the day alone.
  expect(await meant([words, day], { course_id: courseId })).toEqual([batchId, batchId])
  expect(await meant([''], { course_id: courseId })).toEqual(['batch_ambiguous'])
  expect((await sendFile(call, { text: 'name,email\nA,a@example.com', course_id: 999_999 })).status).toBe(400)
})

test('course and day may stand in two columns of a workbook', async () => {
  const { call, db } = await office()
  const { batchId } = await sellCourse(db)
  const { rows } = await db.query<{ days: number }>(
    `select (starts_at at time zone 'Asia/Kolkata')::date - '1899-12-30'::date as days from batches where id = $1`,
    [batchId],
  )
  const workbook = makeWorkbook({
    rows: [
      ['Name', 'Email', 'Course', 'Start date'],
      ['Asha', 'asha@example.com', 'Testing in Practice', { day: rows[0]?.days ?? 0 }],
    ],
  }).toString('base64')
  expect(await linesOf(call, (await checkFile(call, { workbook })).id)).toMatchObject([{ batch_id: batchId, problem: null }])
})

test('a line is repaired in the check, and nothing else changes', async () => {
  const { call, db } = await office()
  const { batchId } = await sellCourse(db, { capacity: 2, price: 100_000 })
  const list = [
    `Asha,asha@example.com,9876543210,${batchId}`,
    `,bad,8.038E+09,evening`,
    `Ravi,ravi@example,,${batchId}`,
    `Meera,meera@example.com,,`,
  ]
  const found = await checkFile(call, { text: ['name,email,phone,batch', ...list].join('\n') })
  expect(await outcomesOf(call, found.id)).toEqual([
    'account_and_enrolment',
    'name email phone_shortened batch_unknown',
    'email',
    'account',
  ])
  const before = await linesOf(call, found.id)
  const none = { amount: '', method: '', reference: '', received_on: '' }
  const line = {
    line: 3,
    name: "'Bala",
    email: 'bala@example.com\u200B',
    phone: '80380 06639.0',
    batch: `Batch ${batchId}`,
    ...none,
  }
  const repair = (lines: object[], version = found.version) =>
    call('POST', `imports/${found.id}/repair/`, { body: { lines }, version })
  expect((await repair([{ ...line, line: 2 }])).status).toBe(400)
  expect((await repair([line, line])).status).toBe(400)
  expect((await repair([{ ...line, line: 99 }])).status).toBe(400)
  expect((await repair([])).status).toBe(400)
  expect((await call('POST', `imports/${found.id}/repair/`, { body: { lines: [line] } })).status).toBe(428)
  const again = (await repair([line])).as<ImportRecord>()
  expect(again).toMatchObject({ id: found.id, state: 'checked', problems: 1, accounts: 3, enrolments: 2 })
  expect(again.hash).not.toBe(found.hash)
  expect((await repair([line])).status).toBe(412)
  const after = await linesOf(call, found.id)
  expect(after[1]).toMatchObject({
    name: 'Bala',
    email: 'bala@example.com',
    phone: '80380 06639',
    outcome: 'account_and_enrolment',
  })
  expect([after[0], after[2], after[3]]).toEqual([before[0], before[2], before[3]])
  // The batch is full by now.
  const full = await repair(
    [{ ...line, line: 4, name: 'Ravi', email: 'ravi@example.com', phone: '', batch: String(batchId) }],
    again.version,
  )
  expect(await outcomesOf(call, found.id)).toEqual(['account_and_enrolment', 'account_and_enrolment', 'batch_full', 'account'])
  const stale = await call('POST', `imports/${found.id}/run/`, { body: { hash: again.hash } })
  expect([stale.status, stale.error.code]).toEqual([409, 'check_changed'])
  const { hash } = full.as<ImportRecord>()
  expect((await call('POST', `imports/${found.id}/run/`, { body: { hash } })).as<ImportRecord>()).toMatchObject({
    state: 'done',
    accounts: 3,
  })
  const { version } = (await call('GET', `imports/${found.id}/`)).as<ImportRecord>()
  expect((await repair([{ ...line, line: 4 }], version)).error.code).toBe('already_run')
})
