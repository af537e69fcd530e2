import { expect, test } from 'vitest'
import type { ExportedData, Profile, SignedIn } from '#contract/people/accounts.ts'
import type { Role } from '#contract/permissions.ts'
import type { StaffFound } from '#contract/desk/staff/search.ts'
import type { SessionOutcome } from '#contract/classes/staff/sessions.ts'
import type { StudentFile, StudentRecord } from '#contract/desk/staff/students.ts'
import { countStatements } from '#tests/school/count-statements.ts'
import { askFor, changeTo, confirm, signInLongAgo, undoTokenFor } from '#tests/school/change-profile.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { openDesk, take } from '#tests/school/desk.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { buy, sold } from '#tests/school/sell-with-receipt.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { type StaffClient, staffClient } from '#tests/school/staff-client.ts'

const proof = 'Called from the number of the account.'

async function openOffice(shop: TestApp, role: Role = 'owner') {
  const member = await addStaff(shop, role)
  return { call: staffClient(shop, role, member), ...member }
}
const list = async (call: StaffClient, query = '') =>
  (await call('GET', `students/${query}`)).as<{ items: StudentRecord[]; total: number }>()
const read = async (call: StaffClient, id: number) => (await call('GET', `students/${id}/`)).as<StudentRecord>()
const fileOf = async (call: StaffClient, id: number) => (await call('GET', `students/${id}/file/`)).as<StudentFile>()
const logIn = (shop: TestApp, email: string) => shop.post('/auth/login/', { email })

test('finds students by name, mail, phone and payment', async () => {
  const { shop, buyer, payment } = await sold()
  const other = await signIn(shop, newPerson('Ravi Kumar'))
  const { call } = await openOffice(shop, 'finance')
  const found = async (q: string) => (await list(call, `?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id)
  const { phone_number: phone } = buyer.person
  for (const q of [
    'ASHA',
    buyer.person.email,
    phone,
    `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`,
    `0${phone}`,
    payment.razorpay_payment_id,
  ]) {
    expect(await found(q), q).toEqual([buyer.user.id])
  }
  expect(await found('student-')).toEqual([other.user.id, buyer.user.id])
  expect(await found('pay_')).toEqual([])
  expect(await found('%')).toEqual([])
  const { results } = (await call('GET', `search/?q=${payment.razorpay_payment_id}`)).as<{ results: StaffFound[] }>()
  expect(results).toEqual([{ resource: 'students', id: buyer.user.id, title: 'Asha Patil', note: buyer.person.email }])
})

test('the search of staff finds students and leads by role', async () => {
  const shop = await createTestApp()
  await shop.post('/course-enquiry/', {
    name: 'Ravi Kumar',
    email: 'ravi@example.com',
    phone: '9876543210',
    course_name: 'Cloud',
  })
  await signIn(shop, newPerson('Ravindra Rao'))
  const kinds = async (role: Role) =>
    (await (await openOffice(shop, role)).call('GET', 'search/?q=ravi'))
      .as<{ results: StaffFound[] }>()
      .results.map((one) => one.resource)
  expect(await kinds('support')).toEqual(['students', 'leads'])
  expect(await kinds('finance')).toEqual(['students'])
  expect(await kinds('content')).toEqual([])
})

test('filters by state, enrolment and day, erased ones hidden', async () => {
  const { shop, batchId, courseId, buyer } = await sold()
  const { call } = await openOffice(shop)
  const idle = await signIn(shop)
  await shop.post('/auth/register/', { ...newPerson('Not Yet'), type: 'register' })
  const gone = await signIn(shop)
  await shop.db.query(`update users set erased_at = app_now(), disabled_at = app_now() where id = $1`, [gone.user.id])
  await shop.db.query(`update users set disabled_at = app_now(), created_at = app_now() - interval '3 days' where id = $1`, [
    idle.user.id,
  ])
  const ids = async (query: string) => (await list(call, query)).items.map(({ id }) => id)
  expect((await list(call)).total).toBe(3)
  expect(await ids('?state=erased')).toEqual([gone.user.id])
  expect(await ids('?state=disabled')).toEqual([idle.user.id])
  expect(await ids('?state=active')).toEqual([buyer.user.id])
  expect((await list(call, '?state=unverified')).items).toMatchObject([{ name: 'Not Yet', state: 'unverified' }])
  expect(await ids(`?course=${courseId}`)).toEqual([buyer.user.id])
  expect(await ids(`?batch=${batchId}`)).toEqual([buyer.user.id])
  expect(await ids(`?batch=${await addBatch(shop.db, courseId, {})}`)).toEqual([])
  const today = (
    await shop.db.query<{ day: string }>(`select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day`)
  ).rows[0]?.day
  expect(await ids(`?from=${today}&sort=id&state=active`)).toEqual([buyer.user.id])
  expect(await ids(`?to=${today}&from=${today}&state=disabled`)).toEqual([])
  const [erased] = (await list(call, '?state=erased')).items
  expect(erased).toMatchObject({ email: null, state: 'erased' })
})

test('mails that staff wrote are listed by their subject', async () => {
  const { shop, buyer } = await sold()
  const { call } = await openOffice(shop)
  const batchId = (await fileOf(call, buyer.user.id)).enrolments[0]?.batch_id
  const words = { batch_id: batchId, subject: 'Bring a laptop', body: 'The first class is practical.' }
  const draft = (await call('POST', 'messages/', { body: words })).as<{ id: number; version: number }>()
  const audience = (await call('GET', `messages/${draft.id}/audience/`)).as<{ count: number; hash: string }>()
  const sent = { recipients: audience.count, hash: audience.hash }
  expect((await call('POST', `messages/${draft.id}/send/`, { body: sent, version: draft.version })).status).toBe(200)
  await shop.post('/course-enquiry/', { name: 'Asha', email: buyer.person.email, phone: '9876543210', course_name: 'Cloud' })
  const [lead] = (await call('GET', 'leads/')).as<{ items: { id: number; version: number }[] }>().items
  const answer = { subject: 'About Cloud', body: 'It begins in May.', follow_up_on: null, outcome: null }
  expect((await call('POST', `leads/${lead?.id}/reply/`, { body: answer, version: lead?.version ?? 0 })).status).toBe(200)
  const subjects = async (reader: typeof call) =>
    (await fileOf(reader, buyer.user.id)).mails
      .filter(({ template }) => template === 'batch-message' || template === 'lead-reply')
      .map(({ subject }) => subject)
  expect(await subjects(call)).toEqual(['About Cloud', 'Bring a laptop'])
  // Finance reads neither messages nor leads.
  expect(await subjects((await openOffice(shop, 'finance')).call)).toEqual([null, null])
  const { mails } = await fileOf(call, buyer.user.id)
  expect(mails.find(({ template }) => template === 'receipt')).toMatchObject({ subject: null })
})

test('mails about classes are listed by what changed', async () => {
  const { shop, buyer } = await sold()
  const { call } = await openOffice(shop, 'owner')
  const batchId = (await fileOf(call, buyer.user.id)).enrolments[0]?.batch_id
  const [session] = (await call('GET', `sessions/?batch=${batchId}`)).as<{ items: { id: number; version: number }[] }>().items
  const verb = async (name: string, version: number) =>
    (await call('POST', `sessions/${session?.id}/${name}/`, { version })).as<SessionOutcome>().session.version
  const cancelled = await verb('cancel', session?.version ?? 0)
  // Nobody is told of an act that is taken back at once.
  await shop.passTime('1 minute')
  await verb('restore', cancelled)
  const { mails } = await fileOf(call, buyer.user.id)
  expect(mails.slice(0, 2).map(({ template, class_change }) => [template, class_change])).toEqual([
    ['classes-changed', 'restored'],
    ['classes-changed', 'cancelled'],
  ])
  expect(mails.find(({ template }) => template === 'receipt')).toMatchObject({ class_change: null })
})

test('a repeated note is one note', async () => {
  const { shop, buyer } = await sold()
  const { call } = await openOffice(shop)
  const write = (body: string) => call('POST', `students/${buyer.user.id}/notes/`, { body: { body } })
  const [first, again] = await Promise.all([write('Prefers calls.'), write('Prefers calls.')])
  expect([first.status, again.as()]).toEqual([201, first.as()])
  for (const body of ['Called.', 'Prefers calls.']) await write(body)
  expect((await shop.db.query('select body from student_notes order by id')).rows).toEqual(
    ['Prefers calls.', 'Called.', 'Prefers calls.'].map((body) => ({ body })),
  )
})

test('the file of a student has everything, by role', async () => {
  const { shop, buyer, receipt } = await sold()
  const { call } = await openOffice(shop)
  await shop.mails()
  await shop.post('/course-enquiry/', { name: 'Asha', email: buyer.person.email, phone: '9876543210', course_name: 'Cloud' })
  const { id } = buyer.user
  await call('POST', `students/${id}/notes/`, { body: { body: 'Prefers calls.' } })
  const file = await fileOf(call, id)
  expect(file).toMatchObject({
    enrolments: [{ state: 'active', moved_at: null }],
    payments: [{ amount_paise: 4_150_000, refunded_paise: 0, status: 'captured', disposition: 'enrolled' }],
    refunds: [],
    documents: [{ id: receipt.id * 4, kind: 'receipt', serial: receipt.serial, amount_paise: 4_150_000 }],
    requests: [],
    notes: [{ kind: 'note', body: 'Prefers calls.' }],
    leads: [{ kind: 'callback', state: 'new', about: 'Cloud' }],
  })
  expect(file.sessions).toHaveLength(1)
  expect(file.mails.map(({ template, state }) => [template, state])).toContainEqual(['receipt', 'sent'])
  expect(file.audit?.map(({ subject, operation }) => [subject, operation])).toEqual([['student_notes', 'insert']])
  const finance = await fileOf((await openOffice(shop, 'finance')).call, id)
  expect([finance.leads, finance.audit]).toEqual([null, null])
  const support = await fileOf((await openOffice(shop, 'support')).call, id)
  expect([support.leads?.length, support.audit]).toEqual([1, null])
  expect((await call('GET', 'students/999/file/')).status).toBe(404)
})

test('the number of statements does not grow with the file', async () => {
  const { shop, buyer, courseId } = await sold()
  const { call } = await openOffice(shop)
  const count = async () => countStatements(shop, () => fileOf(call, buyer.user.id))
  // The first call also counts towards the limits.
  await count()
  const few = await count()
  for (let n = 0; n < 4; n += 1) {
    await buy(shop, await addBatch(shop.db, courseId, {}), buyer)
    await call('POST', `students/${buyer.user.id}/notes/`, { body: { body: `Note ${n}` } })
  }
  expect((await fileOf(call, buyer.user.id)).payments).toHaveLength(5)
  expect(await count()).toBe(few)
  expect(few).toBeLessThan(20)
})

test('a name changes at once, and the second editor gets 412', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop, 'support')
  const { user } = await signIn(shop)
  const { version } = await read(call, user.id)
  const rename = (name: string) => call('PATCH', `students/${user.id}/`, { body: { name }, version })
  const answers = await Promise.all([rename('Asha Rao'), rename('Asha Joshi')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  expect(answers.find(({ status }) => status === 412)?.as<{ current: StudentRecord }>().current.name).toMatch(/Asha (Rao|Joshi)/)
  const { rows } = await shop.db.query<{ changes: object }>(`select changes from audit_log where table_name = 'users'`)
  expect(rows).toEqual([{ changes: { full_name: { before: 'masked', after: 'masked' } } }])
  const finance = await openOffice(shop, 'finance')
  expect((await finance.call('PATCH', `students/${user.id}/`, { body: { name: 'X' }, version })).status).toBe(403)
  await shop.passTime('1 minute')
  const notices = (await shop.mails(user.email)).filter(({ subject }) => subject.includes('name of your'))
  expect(notices).toHaveLength(1)
  expect(notices[0]?.text).toMatch(/Name before: +Asha Patil/)
})

test('a name changed back before its mail leaves tells nobody', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop, 'support')
  const { user } = await signIn(shop)
  const rename = async (name: string) =>
    call('PATCH', `students/${user.id}/`, { body: { name }, version: (await read(call, user.id)).version })
  const notices = async () => (await shop.mails(user.email)).filter(({ subject }) => subject.includes('name of your'))
  await rename('Asha Rao')
  await rename('Asha Patil')
  await shop.passTime('1 minute')
  expect(await notices()).toEqual([])
  await rename('Asha Rao')
  await shop.passTime('1 minute')
  expect(await notices()).toHaveLength(1)
  await rename('Asha Patil')
  await shop.passTime('1 minute')
  expect(await notices()).toHaveLength(2)
})

test('a link undoes a changed name and ends no session', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop, 'support')
  const { user, access } = await signIn(shop)
  const rename = async (name: string) =>
    call('PATCH', `students/${user.id}/`, { body: { name }, version: (await read(call, user.id)).version })
  const undo = async (token: string) => shop.post('/auth/undo-change/', { token })
  await rename('Asha Rao')
  await shop.passTime('1 minute')
  const first = await undoTokenFor(shop, user.email)
  await rename('Asha Joshi')
  await shop.passTime('1 minute')
  const second = await undoTokenFor(shop, user.email)
  const undone = await undo(first)
  expect([undone.statusCode, undone.json()]).toEqual([
    200,
    { message: 'The change was undone.', email: user.email, name: 'Asha Patil' },
  ])
  // The later link would bring back a name that this one has undone.
  for (const token of [first, second]) expect((await undo(token)).statusCode).toBe(400)
  const profile = await shop.get('/auth/profile/', access)
  expect([profile.statusCode, profile.json<Profile>().student?.user.first_name]).toEqual([200, 'Asha Patil'])
})

test('the undo of a name leaves the undo of an address', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop, 'support')
  const { user, access } = await signIn(shop)
  const { version } = await read(call, user.id)
  await call('PATCH', `students/${user.id}/`, { body: { name: 'Asha Rao' }, version })
  await shop.passTime('1 minute')
  const ofName = await undoTokenFor(shop, user.email)
  const { version: next } = await read(call, user.id)
  const body = { email: newPerson().email, proof: 'passport at the desk' }
  expect((await call('POST', `students/${user.id}/change-address/`, { body, version: next })).status).toBe(200)
  const ofAddress = await undoTokenFor(shop, user.email)
  for (const token of [ofName, ofAddress]) expect((await shop.post('/auth/undo-change/', { token })).statusCode).toBe(200)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  expect(await read(call, user.id)).toMatchObject({ name: 'Asha Patil', email: user.email })
})

test('a changed name of an unverified account mails no link', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop, 'support')
  const { email, phone_number: phone } = newPerson()
  const walkIn = await call('POST', 'students/', { body: { name: 'Asha Patil', email, phone } })
  const { id, version } = walkIn.as<StudentRecord>()
  expect((await call('PATCH', `students/${id}/`, { body: { name: 'Asha Rao' }, version })).status).toBe(200)
  const notice = (await shop.mails(email)).find(({ subject }) => subject.includes('name of your'))
  expect(notice?.text).toContain('Asha Rao')
  expect(notice?.text).not.toContain('undo-change')
})

test('a walk-in gets an account that the first code verifies', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop, 'support')
  const { email, phone_number: phone } = newPerson()
  const body = { name: 'Asha Patil', email: email.toUpperCase(), phone }
  const answers = await Promise.all([call('POST', 'students/', { body }), call('POST', 'students/', { body })])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const made = answers.find(({ status }) => status === 201)?.as<StudentRecord>()
  expect(made).toMatchObject({ name: 'Asha Patil', email, phone, state: 'unverified' })
  await logIn(shop, email)
  const otp = await codeSentTo(shop, email)
  expect((await shop.post(`/auth/verify-otp/?email=${email}`, { otp })).json<SignedIn>().user).toMatchObject({
    full_name: 'Asha Patil',
    verified: true,
  })
  expect(await read(call, made?.id ?? 0)).toMatchObject({ state: 'active', phone })
  const again = await call('POST', 'students/', { body: { ...body, email: newPerson().email } })
  expect([again.status, again.error['phone']]).toEqual([409, ['This phone number is already registered.']])
})

test('an address changes on proof, with notices and an undo link', async () => {
  const shop = await createTestApp()
  const { call, id: staffId } = await openOffice(shop, 'support')
  const student = await signIn(shop)
  const to = newPerson().email
  const { version } = await read(call, student.user.id)
  const change = (body: object, from = version) =>
    call('POST', `students/${student.user.id}/change-address/`, { body, version: from })
  expect((await change({ email: to })).status).toBe(400)
  expect((await change({ proof })).status).toBe(400)
  const changed = await change({ email: to, phone: '9123456780', proof })
  expect(changed.as<StudentRecord>()).toMatchObject({ email: to, phone: '9123456780', state: 'active' })
  expect((await shop.get('/auth/profile/', student.access)).statusCode).toBe(401)
  const [notice] = await shop.mails(student.person.email)
  expect(notice?.text).toContain('because you asked us to')
  expect(notice?.text).toContain(`${to[0]}•••@example.com`)
  const [welcome] = await shop.mails(to)
  expect(welcome?.subject).toContain('has this e-mail address now')
  expect(welcome?.text).not.toContain('undo-change')
  expect((await fileOf(call, student.user.id)).notes).toMatchObject([{ kind: 'address_changed', body: proof }])
  const log = await shop.db.query<{ actor_id: number; changes: Record<string, unknown> }>(
    `select actor_id, changes from audit_log where table_name = 'users' order by id`,
  )
  expect(log.rows).toMatchObject([{ actor_id: staffId, changes: { email: { after: 'masked' }, phone: { after: 'masked' } } }])
  expect(JSON.stringify(log.rows)).not.toContain(to)
  expect((await change({ email: newPerson().email, proof })).status).toBe(412)
  const token = await undoTokenFor(shop, student.person.email)
  expect((await shop.post('/auth/undo-change/', { token })).statusCode).toBe(200)
  expect(await read(call, student.user.id)).toMatchObject({ email: student.person.email, phone: student.person.phone_number })
})

test('an address of another account is refused, and a phone', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const [student, other] = [await signIn(shop), await signIn(shop)]
  const { version } = await read(call, student.user.id)
  const change = (body: object) =>
    call('POST', `students/${student.user.id}/change-address/`, { body: { ...body, proof }, version })
  const both = await change({ email: other.person.email, phone: other.person.phone_number })
  expect([both.status, both.error['email'], both.error['phone']]).toEqual([
    409,
    ['This email is already registered.'],
    ['This phone number is already registered.'],
  ])
  expect((await change({ email: student.person.email })).error.code).toBe('unchanged')
  expect(await read(call, student.user.id)).toMatchObject({ email: student.person.email, version })
  expect(await shop.mails(other.person.email)).toHaveLength(1)
})

test('one of two accounts gets an address that both are given', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const email = newPerson().email
  const answers = await Promise.all(
    [await signIn(shop), await signIn(shop), await signIn(shop)].map(async ({ user }) => {
      const { version } = await read(call, user.id)
      return call('POST', `students/${user.id}/change-address/`, { body: { email, proof }, version })
    }),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('an unverified account gets another address only when it is known', async () => {
  const shop = await createPayingShop()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db)
  const person = newPerson()
  const { access, user } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  const email = newPerson().email
  const change = async (body: object) =>
    call('POST', `students/${user.id}/change-address/`, {
      body: { ...body, proof },
      version: (await read(call, user.id)).version,
    })
  const refused = await change({ email })
  expect([refused.status, refused.error.code]).toEqual([409, 'unverified'])
  await buy(shop, batchId, { access, refresh: '', user, person })
  await shop.mails()
  const before = (await shop.mails(person.email)).length
  expect((await change({ email })).as<StudentRecord>()).toMatchObject({ email, state: 'unverified' })
  // The old address may be another person's.
  expect(await shop.mails(person.email)).toHaveLength(before)
  await logIn(shop, email)
  await shop.post(`/auth/verify-otp/?email=${email}`, { otp: await codeSentTo(shop, email) })
  expect(await read(call, user.id)).toMatchObject({ email, state: 'active', courses: ['Testing in Practice'] })
})

test('a change by staff cancels the one that waits', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const student = await signInLongAgo(shop)
  const wanted = newPerson().email
  await askFor(shop, student.access, { email: wanted, phone: student.person.phone_number })
  const otp = await codeSentTo(shop, wanted)
  const { version } = await read(call, student.user.id)
  const email = newPerson().email
  expect((await call('POST', `students/${student.user.id}/change-address/`, { body: { email, proof }, version })).status).toBe(
    200,
  )
  expect((await confirm(shop, student.access, wanted, otp)).statusCode).toBe(401)
  expect(await read(call, student.user.id)).toMatchObject({ email })
})

test('a disabled student is out at once and may come back', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop, 'support')
  const student = await signIn(shop)
  const { id } = student.user
  const disable = (version: number) =>
    call('POST', `students/${id}/disable/`, { body: { reason: 'Shares the account.' }, version })
  const disabled = await disable((await read(call, id)).version)
  expect(disabled.as<StudentRecord>().state).toBe('disabled')
  expect((await shop.get('/auth/profile/', student.access)).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh: student.refresh })).statusCode).toBe(401)
  await shop.passTime('61 seconds')
  expect((await logIn(shop, student.person.email)).json()).toEqual((await logIn(shop, newPerson().email)).json())
  const [mail] = await shop.mails(student.person.email)
  expect(mail?.subject).toBe('Your Karyashala account is disabled')
  expect((await disable(disabled.as<StudentRecord>().version)).error.code).toBe('disabled')
  expect((await fileOf(call, id)).notes).toMatchObject([{ kind: 'disabled', body: 'Shares the account.' }])
  const enabled = await call('POST', `students/${id}/enable/`, { version: disabled.as<StudentRecord>().version })
  expect(enabled.as<StudentRecord>().state).toBe('active')
  await shop.passTime('61 seconds')
  await logIn(shop, student.person.email)
  const otp = await codeSentTo(shop, student.person.email)
  expect((await shop.post(`/auth/verify-otp/?email=${student.person.email}`, { otp })).statusCode).toBe(200)
  expect((await shop.get('/auth/profile/', student.access)).statusCode).toBe(401)
})

test('a sign-in during the disabling leaves no session', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  for (let round = 0; round < 5; round += 1) {
    const student = await signInLongAgo(shop)
    await logIn(shop, student.person.email)
    const otp = await codeSentTo(shop, student.person.email)
    const { version } = await read(call, student.user.id)
    const [entered] = await Promise.all([
      shop.post(`/auth/verify-otp/?email=${student.person.email}`, { otp }),
      call('POST', `students/${student.user.id}/disable/`, { body: { reason: 'Test.' }, version }),
    ])
    if (entered.statusCode === 200) {
      expect((await shop.get('/auth/profile/', entered.json<SignedIn>().access)).statusCode).toBe(401)
    }
    expect((await fileOf(call, student.user.id)).sessions).toEqual([])
  }
})

test('staff end one session of a student, or all', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const student = await signInLongAgo(shop)
  await logIn(shop, student.person.email)
  const second = (
    await shop.post(`/auth/verify-otp/?email=${student.person.email}`, { otp: await codeSentTo(shop, student.person.email) })
  ).json<SignedIn>()
  const stranger = await signIn(shop)
  const { id } = student.user
  const end = (sessionId: string | null, of = id) =>
    call('POST', `students/${of}/sessions/end/`, { body: { session_id: sessionId } })
  const [newest] = (await fileOf(call, id)).sessions
  expect((await end(newest?.id ?? '', stranger.user.id)).status).toBe(404)
  expect((await end(newest?.id ?? '')).as()).toEqual({ ended: 1 })
  expect((await end(newest?.id ?? '')).status).toBe(404)
  expect((await shop.get('/auth/profile/', second.access)).statusCode).toBe(401)
  expect((await shop.get('/auth/profile/', student.access)).json<Profile>().student).not.toBeNull()
  expect((await end(null)).as()).toEqual({ ended: 1 })
  expect((await end(null)).as()).toEqual({ ended: 0 })
  expect((await shop.get('/auth/profile/', student.access)).statusCode).toBe(401)
  const { rows } = await shop.db.query(`select 1 from audit_log where table_name = 'sessions'`)
  expect(rows).toHaveLength(2)
})

test('an export is the student’s own and names who took it', async () => {
  const { shop, buyer } = await sold()
  const { call, id: staffId } = await openOffice(shop, 'support')
  const { id } = buyer.user
  const taken = (await call('POST', `students/${id}/export/`)).as<ExportedData>()
  const own = (await shop.get('/auth/export/', buyer.access)).json<ExportedData>()
  expect(taken.parts).toEqual(own.parts)
  expect(taken.parts['copies_by_the_school']).toHaveLength(1)
  expect(taken.parts['profile']).toMatchObject([{ email: buyer.person.email }])
  const { rows } = await shop.db.query(`select actor_id, operation from audit_log where table_name = 'student_exports'`)
  expect(rows).toEqual([{ actor_id: staffId, operation: 'insert' }])
  expect((await (await openOffice(shop, 'finance')).call('POST', `students/${id}/export/`)).status).toBe(403)
})

test('an erasure by staff is that of the student', async () => {
  const { shop, buyer } = await sold()
  const { call } = await openOffice(shop)
  const { id } = buyer.user
  await call('POST', `students/${id}/notes/`, { body: { body: 'Knows Asha from school.' } })
  const { version } = await read(call, id)
  const erase = (from: number, body: object = { confirm: 'ERASE' }) =>
    call('POST', `students/${id}/erase/`, { body, version: from })
  expect((await erase(version, { confirm: 'yes' })).status).toBe(400)
  expect((await erase(version - 1)).status).toBe(412)
  const answers = await Promise.all([erase(version), erase(version)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await read(call, id)).toMatchObject({ name: 'Erased student', email: null, phone: null, state: 'erased', courses: [] })
  const [mail] = await shop.mails(buyer.person.email)
  expect(mail?.subject).toContain('has been erased')
  expect(await fileOf(call, id)).toMatchObject({
    notes: [],
    sessions: [],
    payments: [{}],
    documents: [{}],
    enrolments: [{ state: 'ended' }],
  })
  const after = await read(call, id)
  for (const [path, body] of [
    ['notes', { body: 'Note' }],
    ['disable', { reason: 'Why' }],
    ['change-address', { email: newPerson().email, proof }],
    ['erase', { confirm: 'ERASE' }],
    ['enable', undefined],
    ['export', undefined],
  ] as const) {
    const refused = await call('POST', `students/${id}/${path}/`, { ...(body ? { body } : {}), version: after.version })
    expect([path, refused.status, refused.error.code]).toEqual([path, 409, 'erased'])
  }
  const everything = JSON.stringify((await shop.db.query(`select changes from audit_log`)).rows)
  for (const personal of [buyer.person.email, 'Knows Asha', 'Asha Patil']) expect(everything).not.toContain(personal)
})

test('no erasure while a change of address can be undone', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const student = await signInLongAgo(shop)
  await changeTo(shop, student, { email: newPerson().email, phone: student.person.phone_number })
  const erase = async () =>
    call('POST', `students/${student.user.id}/erase/`, {
      body: { confirm: 'ERASE' },
      version: (await read(call, student.user.id)).version,
    })
  expect((await erase()).error.code).toBe('changed_lately')
  await shop.passTime('7 days 1 minute')
  expect((await erase()).status).toBe(200)
})

test('erasing an unverified account leaves what stands under its address', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const person = newPerson()
  await shop.post('/course-enquiry/', { name: 'Somebody', email: person.email, phone: '9876543210', course_name: 'Cloud' })
  await shop.post('/auth/register/', { ...person, type: 'register' })
  const [student] = (await list(call, '?state=unverified')).items
  const { id = 0, version = 0 } = student ?? {}
  const mails = (await shop.mails(person.email)).length
  expect((await call('POST', `students/${id}/erase/`, { body: { confirm: 'ERASE' }, version })).status).toBe(200)
  expect((await shop.db.query('select 1 from enquiries where email = $1', [person.email])).rowCount).toBe(1)
  expect(await shop.mails(person.email)).toHaveLength(mails)
})

test('erasing an unverified account withdraws the mails it caused', async () => {
  const shop = await createTestApp()
  const { batchId } = await sellCourse(shop.db)
  const { call, id: staffId } = await openOffice(shop)
  const person = newPerson('Bala Iyer')
  const body = { key: crypto.randomUUID(), student_id: null, new_student: person, batch_id: batchId, reason: 'Scholarship' }
  const made = await call('POST', 'enrolments/', { body })
  expect([made.status, staffId]).toEqual([201, expect.any(Number)])
  const [student] = (await list(call, '?state=unverified')).items
  const { id = 0, version = 0 } = student ?? {}
  expect((await call('POST', `students/${id}/erase/`, { body: { confirm: 'ERASE' }, version })).status).toBe(200)
  expect(await shop.mails(person.email)).toEqual([])
  const { rows } = await shop.db.query('select 1 from mail_outbox where to_address = $1 or props::text like $2', [
    person.email,
    '%Bala%',
  ])
  expect(rows).toEqual([])
})

test('a file shows the day on which offline money came', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  const { rows } = await desk.shop.db.query(
    `select to_char((app_now() at time zone 'Asia/Kolkata')::date - 3, 'YYYY-MM-DD') as day`,
  )
  await take(desk, clerk, { student_id: student.id, batch_id: batchId, received_on: rows[0].day })
  const { call } = await openOffice(desk.shop)
  expect((await fileOf(call, student.id)).payments).toMatchObject([{ received_on: rows[0].day }])
})

test('nobody is erased while the school owes money', async () => {
  const desk = await openDesk()
  const clerk = await desk.clerk()
  const { call } = await openOffice(desk.shop)
  const { batchId } = await sellCourse(desk.shop.db)
  const student = await desk.student()
  await take(desk, clerk, { student_id: student.id, batch_id: batchId, method: 'cheque', reference: 'HDFC 004512' })
  const erase = async () =>
    call('POST', `students/${student.id}/erase/`, { body: { confirm: 'ERASE' }, version: (await read(call, student.id)).version })
  expect((await erase()).error.code).toBe('money_waits')
  await desk.shop.db.query(`update offline_payments set state = 'bounced'`)
  expect((await erase()).status).toBe(200)
})
