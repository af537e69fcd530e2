import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SignedIn } from '#contract/people/accounts.ts'
import type { ImportRecord, ImportRow } from '#contract/desk/staff/imports.ts'
import type { ApprovalRecord } from '#contract/money/staff/approvals.ts'
import { cancelBatch, changeBatch } from '#tests/school/change-batch.ts'
import { enrol, openDesk } from '#tests/school/desk.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { makeWorkbook } from '#tests/school/make-workbook.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { buy } from '#tests/school/sell-with-receipt.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { type StaffClient, staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { unusedAccounts } from './undo-import.ts'
import { sweep } from '#server/features.ts'

const reason = 'Scholarships of the college programme'

async function openOffice(shop: TestApp) {
  const member = await addStaff(shop, 'support')
  return { call: staffClient(shop, 'support', member), ...member }
}
const check = (call: StaffClient, text: string) => call('POST', 'imports/', { body: { file_name: 'students.csv', reason, text } })
const checked = async (call: StaffClient, lines: readonly string[], head = 'name,email,phone,batch') => {
  const answer = await check(call, [head, ...lines].join('\r\n'))
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.error))
  return answer.as<ImportRecord>()
}
const run = (call: StaffClient, { id, hash }: ImportRecord) => call('POST', `imports/${id}/run/`, { body: { hash } })
const rowsOf = async (call: StaffClient, id: number, query = '') =>
  (await call('GET', `imports/${id}/rows/${query}`)).as<{ items: ImportRow[]; next_after: number | null }>()
const outcomesOf = async (call: StaffClient, id: number) =>
  (await rowsOf(call, id)).items.map(({ outcome, problem }) => problem ?? outcome)
/** Addresses of accounts with the batches that they attend. */
async function worldOf(shop: TestApp): Promise<string[]> {
  const { rows } = await shop.db.query<{ line: string }>(
    `select u.email || ' ' || coalesce(string_agg(e.batch_id::text, ' ' order by e.batch_id), '') as line
     from users u left join enrolments e on e.user_id = u.id and e.ended_at is null group by u.id order by 1`,
  )
  return rows.map(({ line }) => line)
}

test('a list of enrolments names students by address alone', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000 })
  const { person } = await signIn(shop)
  const found = await checked(call, [`${person.email},${batchId}`, `new@example.com,${batchId}`], 'student email,batch')
  expect(await outcomesOf(call, found.id)).toEqual(['enrolment', 'name'])
  expect((await run(call, found)).status).toBe(200)
  expect(await worldOf(shop)).toEqual([`${person.email} ${batchId}`])
})

test('a check predicts each line and changes no account', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId, courseId } = await sellCourse(shop.db, { price: 100_000, capacity: 2 })
  const over = await addBatch(shop.db, courseId, { startsIn: '-100 days' })
  const cancelled = await cancelBatch(shop, await addBatch(shop.db, courseId))
  const [known, disabled] = [await signIn(shop), await signIn(shop)]
  await shop.db.query('update users set disabled_at = app_now() where id = $1', [disabled.user.id])
  const before = await worldOf(shop)
  const lines = [
    `Asha Patil,asha@example.com,+91 98765 43210,${batchId}`,
    `Ravi Kumar,RAVI@example.com,,`,
    `Known,${known.person.email},,${batchId}`,
    `Known,${known.person.email},,`,
    `Asha Patil,asha@example.com,9876543210,${batchId}`,
    `Late,late@example.com,9876543211,${batchId}`,
    `,noname@example.com,,`,
    `Bad,not-an-address,,`,
    `Bad,bad@example.com,98765,`,
    `Same,same@example.com,9876543210,`,
    `Taken,taken@example.com,${known.person.phone_number},`,
    `Out,${disabled.person.email},,`,
    `Over,over@example.com,,${over}`,
    `Cancelled,cancelled@example.com,,${cancelled}`,
    `Unknown,unknown@example.com,,999999`,
    `Word,word@example.com,,evening`,
  ]
  const found = await checked(call, lines)
  expect(found).toMatchObject({ state: 'checked', lines: 16, accounts: 2, enrolments: 2, unchanged: 1, problems: 12 })
  const expected = [
    'account_and_enrolment',
    'account',
    'enrolment',
    'nothing',
    'duplicate',
    'batch_full',
    'name',
    'email',
    'phone',
    'phone_repeated',
    'phone_taken',
    'disabled',
    'batch_over',
    'batch_cancelled',
    'batch_unknown',
    'batch_unknown',
  ]
  expect(await outcomesOf(call, found.id)).toEqual(expected)
  expect(await worldOf(shop)).toEqual(before)
  const done = (await run(call, found)).as<ImportRecord>()
  expect(done).toMatchObject({ state: 'done', accounts: 2, enrolments: 2, to_invite: 3 })
  expect(await worldOf(shop)).toEqual(
    [
      ...before.filter((line) => !line.startsWith(known.person.email)),
      `${known.person.email} ${batchId}`,
      `asha@example.com ${batchId}`,
      'ravi@example.com ',
    ].toSorted(),
  )
  const { rows } = await shop.db.query(`select full_name, phone, verified_at from users where email = 'asha@example.com'`)
  expect(rows).toEqual([{ full_name: 'Asha Patil', phone: '9876543210', verified_at: null }])
  const [first] = (await rowsOf(call, found.id)).items
  expect(first?.student_id).toBeGreaterThan(0)
})

test.each([
  ['a byte order mark and semicolons', '\uFEFFName;Email;Phone\r\nAsha Patil;asha@example.com;9876543210\r\n;;\r\n', 1],
  ['quotes and blanks', ' name , email ,phone\n"Patil, Asha" , asha@example.com ,"98765-43210"\n\n', 1],
  ['line ends of every kind', 'name,email\rAsha,asha@example.com\r\nRavi,ravi@example.com\nMeera,meera@example.com', 3],
  [
    'the file with problems',
    "line,name,email,phone,batch,problem\r\n7,Asha,asha@example.com,'+919876543210,,A phone number has ten digits.",
    1,
  ],
])('reads %s', async (_what, text, accounts) => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  expect((await check(call, text)).as<ImportRecord>()).toMatchObject({ accounts, problems: 0 })
})

test.each([
  ['a first line for Excel', 'sep=;\r\nname;email;phone\r\nAsha Patil;asha@example.com;9876543210'],
  ['a first line that names a bar', '\ufeffsep=|\nname|email|phone\nAsha Patil|asha@example.com|9876543210'],
  [
    'a title above the headings',
    'Students of November,,\n,,\n"Made by: Meera, Pune",,\nname,email,phone\nAsha Patil,asha@example.com,9876543210',
  ],
  ['blank lines above the headings', '\n\n\nname,email,phone\nAsha Patil,asha@example.com,9876543210'],
  ['numbers of a spreadsheet', 'name,email,phone\nAsha Patil,asha@example.com,9876543210.0'],
  [
    'letters without a shape',
    'name,email\u200b,phone\n\u200eAsha\u00a0Patil,\ufeffasha@example.com\u200b\u00a0,\u200e9876543210\u200b',
  ],
])('reads a file with %s', async (_what, text) => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const found = (await check(call, text)).as<ImportRecord>()
  expect(found).toMatchObject({ lines: 1, accounts: 1, problems: 0 })
  expect((await rowsOf(call, found.id)).items).toMatchObject([
    { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210' },
  ])
})

test.each([
  [
    'a form of Google',
    'Timestamp,Email Address,Your full name,Phone number (10 digits),Which batch?\n27/11/2026 14:16:02,asha@example.com,Asha Patil,9876543210,',
  ],
  ['headings in Hindi', 'क्रमांक,नाम,ईमेल,मोबाइल नंबर\n1,Asha Patil,asha@example.com,9876543210'],
  ['a name in two columns', 'First name,Last name,E-mail,Mobile no.\nAsha,Patil,asha@example.com,9876543210'],
  ['apostrophes and decimals', "name,email,phone\n'Asha Patil,'asha@example.com,'9876543210\n"],
])('reads students of %s', async (_what, text) => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const found = (await check(call, text)).as<ImportRecord>()
  expect((await rowsOf(call, found.id)).items).toMatchObject([
    { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210', outcome: 'account' },
  ])
})

test('a workbook is read like a text', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const rows = [['Students of November'], ['Full name', 'Email', 'Mobile'], ['Asha Patil', 'asha@example.com', 9_876_543_210]]
  const workbook = makeWorkbook({ rows }).toString('base64')
  const send = (body: object) => call('POST', 'imports/', { body: { file_name: 'students.xlsx', reason, ...body } })
  const found = (await send({ workbook })).as<ImportRecord>()
  expect((await rowsOf(call, found.id)).items).toMatchObject([{ line: 3, name: 'Asha Patil', phone: '9876543210' }])
  const refusals = [
    {},
    { workbook, text: 'name,email' },
    { workbook: 'a*b' },
    { workbook: Buffer.from('name,email').toString('base64') },
    { workbook: makeWorkbook({ rows: [] }).toString('base64') },
    { workbook: 'A'.repeat(1_500_000) },
  ]
  for (const body of refusals) expect((await send(body)).status, JSON.stringify(body).slice(0, 60)).toBe(400)
  expect((await call('GET', 'imports/')).as<{ total: number }>().total).toBe(1)
})

test('a phone number that Excel has shortened is left out', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const found = await checked(call, ['Asha,asha@example.com,8.038E+09,', 'Ravi,ravi@example.com,12,'])
  expect(await outcomesOf(call, found.id)).toEqual(['phone_shortened', 'phone'])
})

test('a batch number of a spreadsheet is that of the batch', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db)
  const found = await checked(call, [`Asha,asha@example.com,,${batchId}.0`, `Ravi,ravi@example.com,,${batchId}.5`])
  expect(await outcomesOf(call, found.id)).toEqual(['account_and_enrolment', 'batch_unknown'])
})

test.each([
  ['no students', 'name,email', 'The file has no students below its first line.'],
  [
    'no column of names',
    'roll no,email\nA,a@example.com',
    'No column of the first line is the name. Please name one of them “name”.',
  ],
  [
    'no column of addresses',
    'name,phone\nA,9876543210',
    'No column of the first line is the e-mail address. Please name one of them “email”.',
  ],
  [
    'two columns of phones',
    'Name,Email,Phone,Mobile No.\nA,a@example.com,,',
    'The columns “Phone” and “Mobile No.” both look like the phone number. Please leave one of them.',
  ],
  [
    'a last name alone',
    'Last name,Email\nB,a@example.com',
    'No column of the first line is the name. Please name one of them “name”.',
  ],
  [
    'too many cells',
    'name,email\nPatil, Asha,a@example.com',
    'Line 2 has more cells than the first line. Put quotes around a cell with a separator in it.',
  ],
  [
    'an open quote',
    'name,email\n"Asha,a@example.com',
    'The file can not be read at line 2. Please check its quotes and separators.',
  ],
  ['another encoding', 'name,email\nJos\uFFFD,a@example.com', 'The file is not in UTF-8. Please save it as “CSV UTF-8”.'],
  [
    '2,001 students',
    `name,email\n${'A,a@example.com\n'.repeat(2001)}`,
    'The file has 2001 students. Please split it: 2000 are the most.',
  ],
  ['more than 1 MiB', `name,email\n${'ä'.repeat(600_000)}`, 'The file is larger than 1 MiB. Please split it.'],
])('refuses a file with %s', async (_what, text, message) => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const refused = await check(call, text)
  expect([refused.status, refused.error['text']]).toEqual([400, [message]])
  expect((await call('GET', 'imports/')).as<{ total: number }>().total).toBe(0)
})

test.each([
  ['tabs of a spreadsheet', 'Full Name\tE-mail\tMobile\tBatch\r\nAsha Patil\tasha@example.com\t98765 43210\t\r\n'],
  ['semicolons and a byte order mark', '\ufeffSTUDENT NAME ; Email ID;Phone number\nAsha Patil;asha@example.com;9876543210'],
  ['commas in another order', 'whatsapp no,EMAIL ADDRESS,name\r9876543210,asha@example.com,Asha Patil'],
  ['commas in a quoted heading', '"Name, full";name;email;Contact_No\nA;Asha Patil;asha@example.com;+919876543210'],
])('reads a table with %s', async (_what, text) => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const found = (await check(call, text)).as<ImportRecord>()
  expect((await rowsOf(call, found.id)).items).toMatchObject([
    { name: 'Asha Patil', email: 'asha@example.com', outcome: 'account' },
  ])
  expect((await rowsOf(call, found.id)).items[0]?.phone.replaceAll(/\D/g, '')).toMatch(/9876543210$/)
})

test('a check shows what each heading was read as', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { columns } = await checked(call, ['1,Asha Patil,asha@example.com,,,'], 'Roll no.,Full Name,E-mail,Mobile,,')
  expect(columns).toEqual([
    { heading: 'Roll no.', column: null },
    { heading: 'Full Name', column: 'name' },
    { heading: 'E-mail', column: 'email' },
    { heading: 'Mobile', column: 'phone' },
  ])
})

test('300 students are checked, run and undone', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000 })
  const lines = Array.from({ length: 300 }, (_, n) => `Student ${n},s${n}@example.com,${9_100_000_000 + n},${batchId}`)
  const found = await checked(call, lines)
  expect((await run(call, found)).as<ImportRecord>()).toMatchObject({ state: 'done', accounts: 300, enrolments: 300 })
  const pages = []
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof rowsOf>> = await rowsOf(call, found.id, `?after=${after}`)
    pages.push(page.items.length)
    after = page.next_after
  }
  expect(pages).toEqual([100, 100, 100])
  const again = await checked(call, lines)
  expect(again).toMatchObject({ accounts: 0, enrolments: 0, unchanged: 300, problems: 0 })
  const undone = await call('POST', `imports/${found.id}/undo/`, {
    version: (await call('GET', `imports/${found.id}/`)).as<ImportRecord>().version,
  })
  expect(undone.as<ImportRecord>()).toMatchObject({ state: 'undone', accounts_left: 0 })
  expect(await worldOf(shop)).toEqual([])
})

test('two runs of one check at once are one', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000 })
  const found = await checked(call, [`Asha,asha@example.com,,${batchId}`])
  const answers = await Promise.all([run(call, found), run(call, found), run(call, found)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.error.code).toBe('already_run')
  expect(await worldOf(shop)).toEqual([`asha@example.com ${batchId}`])
})

test('two files with one student and one last seat', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000, capacity: 1 })
  const files = await Promise.all(
    ['asha', 'ravi', 'asha'].map((name) => checked(call, [`${name},${name}@example.com,,${batchId}`])),
  )
  const answers = await Promise.all(files.map((file) => run(call, file)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await worldOf(shop)).toHaveLength(1)
})

test('a registration during the run is no failure', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000 })
  for (let round = 0; round < 5; round += 1) {
    const person = newPerson()
    const found = await checked(call, [`Asha,${person.email},,${batchId}`])
    const [ran, registered] = await Promise.all([run(call, found), shop.post('/auth/register/', { ...person, type: 'register' })])
    expect([200, 409]).toContain(ran.status)
    expect(registered.statusCode).toBe(201)
    expect((await worldOf(shop)).filter((line) => line.startsWith(person.email))).toHaveLength(1)
  }
})

test('a run does nothing when the world has changed', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000, capacity: 2 })
  const found = await checked(
    call,
    ['asha', 'ravi'].map((name) => `${name},${name}@example.com,,${batchId}`),
  )
  await changeBatch(shop, batchId, { capacity: 1 })
  const refused = await run(call, found)
  expect([refused.status, refused.error.code]).toEqual([409, 'check_changed'])
  const { current } = refused.as<{ current: ImportRecord }>()
  expect(current).toMatchObject({ state: 'checked', accounts: 1, problems: 1 })
  expect(current.hash).not.toBe(found.hash)
  expect(await worldOf(shop)).toEqual([])
  expect(await outcomesOf(call, found.id)).toEqual(['account_and_enrolment', 'batch_full'])
  expect((await run(call, found)).status).toBe(409)
  expect((await run(call, current)).status).toBe(200)
  expect(await worldOf(shop)).toEqual([`asha@example.com ${batchId}`])
})

test('a held seat is not given, except to its holder', async () => {
  const shop = await createPayingShop()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000, capacity: 1 })
  const holder = await signIn(shop)
  await shop.start(batchId, holder.access)
  const outcome = async (email: string) => outcomesOf(call, (await checked(call, [`A,${email},,${batchId}`])).id)
  expect(await outcome('asha@example.com')).toEqual(['batch_full'])
  expect(await outcome(holder.person.email)).toEqual(['enrolment'])
})

test('places above the limit need a second person', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 3_000_000 })
  const second = await sellCourse(shop.db, { price: 2_500_000 })
  const lines = [
    `Asha,asha@example.com,,${batchId}`,
    `Asha,asha@example.com,,${second.batchId}`,
    `Ravi,ravi@example.com,,${batchId}`,
  ]
  const found = await checked(call, lines)
  expect(found).toMatchObject({ needs_approval: 1, problems: 2, accounts: 1 })
  expect((await rowsOf(call, found.id)).items[0]).toMatchObject({ course: 'Testing in Practice', starts_at: expect.any(String) })
  const csv = await shop.app.inject({ url: `/api/staff/imports/${found.id}/problems/`, headers: { ...shop.asStaff('support') } })
  expect(csv.body).toContain('more than ₹50,000 on this day')
  expect((await run(call, found)).as<ImportRecord>()).toMatchObject({ state: 'done', accounts: 1, enrolments: 1 })
  expect(await worldOf(shop)).toEqual([`ravi@example.com ${batchId}`])
  expect((await run(call, await checked(call, lines.slice(0, 1)))).status).toBe(200)
  // What was given on the same day counts.
  expect((await checked(call, lines.slice(1, 2))).needs_approval).toBe(1)
  await shop.passTime('1 day')
  expect((await checked(call, lines.slice(1, 2))).needs_approval).toBe(0)
})

test('all problems of a line are named at once', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { courseId } = await sellCourse(shop.db)
  const batchId = await cancelBatch(shop, await addBatch(shop.db, courseId))
  const known = await signIn(shop)
  const found = await checked(call, [
    `,no-address,98765,evening`,
    `New,new@example.com,${known.person.phone_number},${batchId}`,
    `,named@example.com,,${batchId}`,
    `Asha,no-address,,999999`,
  ])
  const { items } = await rowsOf(call, found.id)
  expect(items.map(({ problem, further_problems: further }) => [problem, ...further])).toEqual([
    ['name', 'email', 'phone', 'batch_unknown'],
    ['phone_taken', 'batch_cancelled'],
    ['name', 'batch_cancelled'],
    ['email', 'batch_unknown'],
  ])
  const csv = await shop.app.inject({ url: `/api/staff/imports/${found.id}/problems/`, headers: { ...shop.asStaff('support') } })
  expect(csv.body).toContain('A phone number has ten digits. ')
  expect(found).toMatchObject({ problems: 4, accounts: 0, enrolments: 0 })
})

test('a student above the limit still gets an account', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 6_000_000 })
  const lines = [`Asha,asha@example.com,,${batchId}`, 'Asha,asha@example.com,,']
  const found = await checked(call, lines)
  expect(await outcomesOf(call, found.id)).toEqual(['needs_approval', 'account'])
  expect((await run(call, found)).as<ImportRecord>()).toMatchObject({ accounts: 1, enrolments: 0 })
  expect(await worldOf(shop)).toEqual(['asha@example.com '])
  expect(await checked(call, lines)).toMatchObject({ accounts: 0, enrolments: 0, unchanged: 1, problems: 1 })
})

test('a run is refused when more students pass the limit', async () => {
  const desk = await openDesk()
  await desk.setLimit(5_000_000)
  const clerk = await desk.clerk('support')
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_000_000 })
  const second = await sellCourse(desk.shop.db, { price: 2_500_000 })
  const [first, other] = [await desk.student(), await desk.student()]
  const found = await checked(clerk.call, [`A,${first.email},,${batchId}`, `B,${other.email},,${batchId}`])
  expect(found).toMatchObject({ needs_approval: 0, enrolments: 2 })
  await enrol(clerk, { student_id: first.id, batch_id: second.batchId })
  const refused = await run(clerk.call, found)
  expect([refused.status, refused.error.code]).toEqual([409, 'check_changed'])
  const again = (await clerk.call('GET', `imports/${found.id}/`)).as<ImportRecord>()
  expect(again).toMatchObject({ state: 'checked', needs_approval: 1, enrolments: 1 })
  expect((await run(clerk.call, again)).as<ImportRecord>()).toMatchObject({ state: 'done', enrolments: 1 })
})

test('an import and an enrolment by hand count together', async () => {
  const desk = await openDesk()
  await desk.setLimit(5_000_000)
  const clerk = await desk.clerk('support')
  const { batchId } = await sellCourse(desk.shop.db, { price: 3_000_000 })
  const second = await sellCourse(desk.shop.db, { price: 2_500_000 })
  const [first, other] = [await desk.student(), await desk.student()]
  expect((await run(clerk.call, await checked(clerk.call, [`A,${first.email},,${batchId}`]))).status).toBe(200)
  const asked = await enrol(clerk, { student_id: first.id, batch_id: second.batchId })
  expect(asked.as<ApprovalRecord>().state).toBe('waiting')
  expect((await enrol(clerk, { student_id: other.id, batch_id: second.batchId })).as<ApprovalRecord>().state).toBe('not_needed')
  expect((await checked(clerk.call, [`A,${other.email},,${batchId}`])).needs_approval).toBe(1)
  const { rows } = await desk.shop.db.query(`select reason, enrolled_by from enrolments where import_id is not null`)
  expect(rows).toEqual([{ reason, enrolled_by: clerk.id }])
})

test('an undo knows every table that refers to an account', async () => {
  const shop = await createTestApp()
  const { rows } = await shop.db.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid in ('users'::regclass, 'enrolments'::regclass) and confdeltype = 'a' order by 1`,
  )
  expect(rows.length).toBeGreaterThan(8)
  // Each of these belongs to an order, a payment or an approval.
  const behindOthers = ['instalments', 'purchase_requests']
  const missing = rows
    .map(({ name }) => name)
    .filter((name) => !unusedAccounts.text.includes(name) && !behindOthers.includes(name))
  expect(missing).toEqual([])
})

test('a stranger’s session of an unverified account ends with the place', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db, { price: 100_000 })
  const person = newPerson()
  const { access } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  expect((await run(call, await checked(call, [`Asha,${person.email},,${batchId}`]))).status).toBe(200)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const otp = await codeSentTo(shop, person.email)
  const entered = (await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp })).json<SignedIn>()
  expect((await shop.get('/enrolled-courses/', entered.access)).body).toContain('Testing in Practice')
})

test('problems are a CSV that a spreadsheet can not run', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const found = await checked(call, [`"=HYPERLINK(""x"")",bad,,`, 'Asha,asha@example.com,,', `Ravi,ravi@example.com,@1,`])
  const headers = shop.asStaff('support')
  const answer = await shop.app.inject({ url: `/api/staff/imports/${found.id}/problems/`, headers: { ...headers } })
  expect(answer.headers['content-type']).toContain('text/csv')
  expect(answer.body).toBe(
    '\uFEFFline,name,email,phone,batch,problem\r\n' +
      `2,"'=HYPERLINK(""x"")",bad,,,This is not an e-mail address.\r\n` +
      `4,Ravi,ravi@example.com,"'@1",,A phone number has ten digits.\r\n`,
  )
})

test('a file of problems that was mended is read back whole', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const names = ['-Ravi', "'t Hooft", '=SUM', '@home', "'-Meera", "''+Anil", '"Bala"; C', 'D, E', 'आशा\u200d', 'sep=;', "O'Brien"]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const found = await checked(
    call,
    // What a file of a person has before a formula is taken away once, so that it is written twice here.
    names.map((name, n) => `${quoted(/^'+[=+@-]/.test(name) ? `'${name}` : name)},student-${n}@example,+91 9876543${100 + n},`),
  )
  expect(found).toMatchObject({ problems: names.length })
  const file = await shop.app.inject({ url: `/api/staff/imports/${found.id}/problems/`, headers: { ...shop.asStaff('support') } })
  const mended = (await check(call, file.body.replaceAll('@example,', '@example.com,'))).as<ImportRecord>()
  expect(mended).toMatchObject({ accounts: names.length, problems: 0 })
  const { items } = await rowsOf(call, mended.id)
  expect(items.map(({ name }) => name)).toEqual(names)
  expect((await run(call, mended)).status).toBe(200)
  const { rows } = await shop.db.query(`select full_name as name, phone from users where email like 'student-%' order by id`)
  expect(rows).toEqual(names.map((name, n) => ({ name, phone: `9876543${100 + n}` })))
})

test('a workbook of problems that was mended is read back', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const found = await checked(call, [`=Asha,asha@example,'0098,`, `Ravi,ravi@example.com,12,`])
  const url = `/api/staff/imports/${found.id}/problems/?format=xlsx`
  const file = await shop.app.inject({ url, headers: { ...shop.asStaff('support') } })
  const workbook = file.rawPayload.toString('base64')
  const again = (await call('POST', 'imports/', { body: { file_name: 'mended.xlsx', reason, workbook } })).as<ImportRecord>()
  const cellsOf = async (id: number) =>
    (await rowsOf(call, id)).items.map(({ name, email, phone, problem }) => [name, email, phone, problem])
  expect(await cellsOf(again.id)).toEqual(await cellsOf(found.id))
})

test('invitations are counted, and one a student', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId, courseId } = await sellCourse(shop.db, { price: 100_000 })
  const second = await addBatch(shop.db, courseId, {})
  const known = await signIn(shop)
  const found = await checked(call, [
    `Asha,asha@example.com,,${batchId}`,
    `Asha,asha@example.com,,${second}`,
    `Ravi,ravi@example.com,,`,
    `Known,${known.person.email},,${batchId}`,
  ])
  const invite = (count: number) => call('POST', `imports/${found.id}/invite/`, { body: { count } })
  expect((await invite(3)).error.code).toBe('not_run')
  await run(call, found)
  const changed = await invite(4)
  expect([changed.status, changed.error.code, changed.as<{ current: ImportRecord }>().current.to_invite]).toEqual([
    409,
    'count_changed',
    3,
  ])
  const answers = await Promise.all([invite(3), invite(3)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await invite(3)).error.code).toBe('nobody')
  const [mail, ...others] = (await shop.mails('asha@example.com')).filter(({ subject }) => subject.startsWith('Your place'))
  expect(others).toEqual([])
  expect(mail?.text.match(/Testing in Practice/g)).toHaveLength(2)
  expect(mail?.text).toContain('/login')
  expect((await shop.mails('ravi@example.com'))[0]?.subject).toBe('Your account at Karyashala')
  const [knownMail] = await shop.mails(known.person.email)
  expect(knownMail?.text).not.toContain('By continuing you agree')
  expect((await call('GET', `imports/${found.id}/`)).as<ImportRecord>()).toMatchObject({ invited: 3, to_invite: 0 })
})

async function ranFile(shop: TestApp, batchId: number, extra: string[] = []) {
  const office = await openOffice(shop)
  const found = await checked(office.call, [`Asha,asha@example.com,,${batchId}`, `Ravi,ravi@example.com,,`, ...extra])
  const ran = (await run(office.call, found)).as<ImportRecord>()
  const undo = async (version = 0) =>
    office.call('POST', `imports/${found.id}/undo/`, {
      version: version || (await office.call('GET', `imports/${found.id}/`)).as<ImportRecord>().version,
    })
  return { ...office, ran, undo }
}
async function enter(shop: TestApp, email: string) {
  await shop.post('/auth/login/', { email })
  const answer = await shop.post(`/auth/verify-otp/?email=${email}`, { otp: await codeSentTo(shop, email) })
  return answer.json<SignedIn>()
}

test('an undo takes places back and accounts that nobody used', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db, { price: 100_000, capacity: 5 })
  const known = await signIn(shop)
  const { call, ran, undo } = await ranFile(shop, batchId, [`Known,${known.person.email},,${batchId}`])
  await enter(shop, 'ravi@example.com')
  await call('POST', `imports/${ran.id}/invite/`, { body: { count: 3 } })
  expect((await undo(ran.version)).status).toBe(412)
  const answers = await Promise.all([undo(), undo()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await worldOf(shop)).toEqual([`${known.person.email} `, 'ravi@example.com '].toSorted())
  expect((await call('GET', `imports/${ran.id}/`)).as<ImportRecord>()).toMatchObject({
    state: 'undone',
    accounts_left: 1,
    to_invite: 0,
  })
  expect((await undo()).error.code).toBe('not_run')
  expect((await call('POST', `imports/${ran.id}/invite/`, { body: { count: 1 } })).error.code).toBe('not_run')
  // What had waited is not sent.
  expect((await shop.mails('asha@example.com')).length).toBe(0)
})

test('no undo after a payment', async () => {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db, { price: 100_000 })
  const { undo } = await ranFile(shop, batchId)
  const session = await enter(shop, 'ravi@example.com')
  await buyAs(shop, session, await addBatch(shop.db, courseId, {}))
  const before = await worldOf(shop)
  expect((await undo()).error.code).toBe('paid')
  expect(await worldOf(shop)).toEqual(before)
})
const buyAs = (shop: PayingShop, session: SignedIn, batchId: number) => buy(shop, batchId, { ...session, person: newPerson() })

test('an erased student leaves no line, and the rest is undone', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db, { price: 100_000 })
  const { call, ran, undo } = await ranFile(shop, batchId)
  const [asha] = (await rowsOf(call, ran.id)).items
  const student = (await call('GET', `students/${asha?.student_id}/`)).as<{ version: number }>()
  const erased = await call('POST', `students/${asha?.student_id}/erase/`, {
    body: { confirm: 'ERASE' },
    version: student.version,
  })
  expect(erased.status).toBe(200)
  expect((await rowsOf(call, ran.id)).items.map(({ email }) => email)).toEqual(['ravi@example.com'])
  expect((await undo()).status).toBe(200)
  expect((await worldOf(shop)).map((line) => line.split('@')[1])).toEqual(['erased.invalid '])
})

test('lines go after their days, counts of runs stay', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db, { price: 100_000 })
  const { call, ran, undo } = await ranFile(shop, batchId)
  const idle = await checked(call, ['A,a@example.com,,'])
  await shop.passTime('8 days')
  await sweep(shop.deps, system)
  expect((await call('GET', `imports/${idle.id}/`)).status).toBe(404)
  expect((await rowsOf(call, ran.id)).items).toHaveLength(2)
  await shop.passTime('173 days')
  await sweep(shop.deps, system)
  expect((await rowsOf(call, ran.id)).items).toEqual([])
  expect((await call('GET', `imports/${ran.id}/`)).as<ImportRecord>()).toMatchObject({ state: 'done', accounts: 2 })
  expect((await undo()).error.code).toBe('too_old')
})

test('every run equals its check, twice changes nothing, undo restores', { timeout: 120_000 }, async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { batchId, courseId } = await sellCourse(shop.db, { price: 1_000_000, capacity: 4 })
  const batches = [
    batchId,
    await addBatch(shop.db, courseId, { capacity: 3 }),
    await cancelBatch(shop, await addBatch(shop.db, courseId)),
    999_999,
  ]
  const known = await Promise.all([signIn(shop), signIn(shop)])
  const address = fc.constantFrom(
    ...known.map(({ person }) => person.email),
    ...Array.from({ length: 8 }, (_, n) => `p${n}@example.com`),
    'P1@Example.com',
    'broken',
    '',
  )
  const number = fc.constantFrom('', '', '9876500001', '+91 98765 00002', '98765', known[0].person.phone_number)
  const batch = fc.constantFrom('', ...batches.map(String), 'x')
  const line = fc
    .tuple(fc.constantFrom('Asha Patil', 'Ravi', '', '"Rao, M"'), address, number, batch)
    .map((cells) => cells.join(','))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 14 }), async (lines) => {
      fc.pre(lines.some((text) => text.replaceAll(',', '') !== ''))
      const before = await worldOf(shop)
      const found = await checked(call, lines)
      expect(await worldOf(shop)).toEqual(before)
      const predicted = (await rowsOf(call, found.id)).items
      const ran = await run(call, found)
      expect(ran.status).toBe(200)
      const world = new Map((await worldOf(shop)).map((text) => [text.split(' ')[0], text.split(' ').slice(1)]))
      const former = new Map(before.map((text) => [text.split(' ')[0], text.split(' ').slice(1)]))
      for (const row of predicted) {
        const email = row.email.toLowerCase()
        if (row.outcome === 'problem') continue
        expect(world.has(email)).toBe(true)
        if (row.outcome.startsWith('account')) expect(former.has(email)).toBe(false)
        if (row.outcome.endsWith('enrolment')) {
          expect(former.get(email) ?? []).not.toContain(row.batch)
          expect(world.get(email)).toContain(row.batch)
        }
      }
      const places = (of: Map<string | undefined, string[]>) => [...of.values()].flat().filter(Boolean).length
      expect(world.size - former.size).toBe(found.accounts)
      expect(places(world) - places(former)).toBe(found.enrolments)
      const { rows } = await shop.db.query<{ over: number }>(
        `select count(*)::int as over from batches b
         where b.capacity < (select count(*) from enrolments e where e.batch_id = b.id and e.ended_at is null)`,
      )
      expect(rows[0]?.over).toBe(0)
      const now = await worldOf(shop)
      const again = await checked(call, lines)
      expect([again.accounts, again.enrolments]).toEqual([0, 0])
      expect((await run(call, again)).status).toBe(200)
      expect(await worldOf(shop)).toEqual(now)
      const { version } = ran.as<ImportRecord>()
      expect((await call('POST', `imports/${found.id}/undo/`, { version })).status).toBe(200)
      expect(await worldOf(shop)).toEqual(before)
    }),
    { numRuns: 25 },
  )
})
