import { expect, test } from 'vitest'
import type { LeadRecord, ThreadEntry } from '#contract/desk/staff/leads.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { addBatch, sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { type StaffClient, staffClient } from '#tests/school/staff-client.ts'
import { system } from '#server/platform/auth/principal.ts'
import { sweep } from '#server/features.ts'

const asha = { name: 'Asha Patil', email: 'asha@example.com', phone: '9876543210' }
const work = { ...asha, email: 'asha@tarang.example' }
const reply = { subject: 'Your question', body: 'Yes.\n\nEvery class is recorded.', follow_up_on: null, outcome: null }
const contact = { name: 'Asha Patil', email: null, phone: '9876543210', course_id: null, message: 'Called about fees.' }

/** A school with one person who answers leads. */
async function openOffice(shop: TestApp): Promise<{ call: StaffClient; id: number }> {
  const member = await addStaff(shop, 'support')
  return { call: staffClient(shop, 'support', member), id: member.id }
}
const list = async (call: StaffClient, query = '') =>
  (await call('GET', `leads/${query}`)).as<{ items: LeadRecord[]; total: number }>()
const firstLead = async (call: StaffClient): Promise<LeadRecord> => {
  const [lead] = (await list(call)).items
  if (!lead) throw new Error('there is no lead')
  return lead
}
const threadOf = async (call: StaffClient, id: number) =>
  (await call('GET', `leads/${id}/thread/`)).as<{ entries: ThreadEntry[] }>().entries

async function enquire(shop: TestApp, message = 'A study.'): Promise<void> {
  const research = { ...work, department: 'Physics', institution: 'IAC', url: 'https://iac.example/asha', content: [message] }
  expect((await shop.post('/professor/', research)).statusCode).toBe(201)
}

test('each enquiry is a new lead with what the person wrote', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  await shop.post('/course-enquiry/', { ...asha, course_name: 'Cloud' })
  await shop.post('/hire/', { ...work, company_name: 'Tarang', requirements: 'Two developers' })
  await enquire(shop)
  const { items, total } = await list(call, '?sort=id')
  expect(total).toBe(3)
  expect(items).toMatchObject([
    { kind: 'callback', state: 'new', ...asha, course: 'Cloud', student_id: null, owner_id: null },
    { kind: 'hire', state: 'new', company: 'Tarang', message: 'Two developers' },
    { kind: 'professor', state: 'new', department: 'Physics', institution: 'IAC', url: 'https://iac.example/asha' },
  ])
  expect((await list(call, '?kind=hire')).total).toBe(1)
  expect((await list(call, '?q=TARANG')).total).toBe(2)
  const enquiries = (await call('GET', 'enquiries/')).as<{ items: { kind: string }[] }>().items
  expect(enquiries.map(({ kind }) => kind)).toEqual(['professor', 'hire', 'callback'])
})

test('a reply mails the thread once and takes the lead', async () => {
  const shop = await createTestApp()
  const { call, id } = await openOffice(shop)
  await enquire(shop, 'How do live classes hold attention?')
  const lead = await firstLead(call)
  const send = (version: number) => call('POST', `leads/${lead.id}/reply/`, { body: reply, version })
  const answers = await Promise.all([send(lead.version), send(lead.version)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  const answered = await firstLead(call)
  expect(answered).toMatchObject({ state: 'waiting', owner_id: id, age_hours: null })
  expect(answered.answered_at).not.toBeNull()
  const mail = (await shop.mails(work.email)).find(({ subject }) => subject === 'Your question')
  expect(mail?.text).toContain('Every class is recorded.')
  expect(mail?.text).toContain('> How do live classes hold attention?')
  expect(mail?.references).toEqual([])
  const second = await call('POST', `leads/${lead.id}/reply/`, {
    body: { ...reply, subject: 'One more thing', outcome: 'agreed' },
    version: answered.version,
  })
  expect(second.as<LeadRecord>()).toMatchObject({ state: 'closed', outcome: 'agreed' })
  const [next] = await shop.mails(work.email)
  expect(next?.text).toMatch(/We wrote on[^]*> Every class is recorded\.[^]*You wrote on[^]*> How do live classes/)
  expect(next?.references).toEqual([mail?.messageId])
  expect(await threadOf(call, lead.id)).toMatchObject([
    { kind: 'message', subject: 'Your question', mail: 'sent' },
    { kind: 'message', subject: 'One more thing', mail: 'sent' },
  ])
  expect((await call('POST', `leads/${lead.id}/reply/`, { body: reply, version: answered.version + 1 })).error.code).toBe(
    'closed',
  )
})

test('a repeated contact is one lead until it is answered', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const write = async (given = {}) => (await call('POST', 'leads/', { body: { ...contact, ...given } })).as<LeadRecord>()
  const [first, again] = await Promise.all([write(), write()])
  expect(again).toEqual(first)
  const other = await write({ message: 'Called again.' })
  expect(other.id).not.toBe(first.id)
  await call('POST', `leads/${first.id}/notes/`, { body: { body: 'Called back.', answered: true }, version: first.version })
  expect((await write()).id).not.toBe(first.id)
})

test('a person without an address is answered by phone', async () => {
  const shop = await createTestApp()
  const { call, id } = await openOffice(shop)
  const made = (await call('POST', 'leads/', { body: contact })).as<LeadRecord>()
  expect(made).toMatchObject({ kind: 'contact', state: 'new', email: null, phone: '9876543210', message: 'Called about fees.' })
  const refused = await call('POST', `leads/${made.id}/reply/`, { body: reply, version: made.version })
  expect([refused.status, refused.error.code]).toEqual([409, 'no_address'])
  const note = { body: 'Called back: decides on Monday.', answered: true }
  const noted = await call('POST', `leads/${made.id}/notes/`, { body: note, version: made.version })
  expect(noted.as<LeadRecord>()).toMatchObject({ state: 'waiting', owner_id: id })
  expect(await threadOf(call, made.id)).toMatchObject([{ kind: 'note', body: note.body, mail: null }])
  const { rows } = await shop.db.query(`select changes from audit_log where table_name = 'lead_notes'`)
  expect(JSON.stringify(rows)).not.toContain('Monday')
  expect(await shop.mails(asha.email)).toEqual([])
})

test('a contact names a listed course, old leads keep their words', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const { courseId } = await sellCourse(shop.db)
  const made = (await call('POST', 'leads/', { body: { ...contact, course_id: courseId } })).as<LeadRecord>()
  expect(made.course).toBe('Testing in Practice')
  await shop.db.query(`update enquiries set course_name = 'the evening course'`)
  expect((await call('GET', `leads/${made.id}/`)).as<LeadRecord>().course).toBe('the evening course')
  await shop.db.query(`update courses set publication = 'draft'`)
  const refused = await call('POST', 'leads/', { body: { ...contact, course_id: courseId } })
  expect([refused.status, refused.error['course_id']]).toEqual([400, ['This course is not on the site.']])
  expect((await list(call)).total).toBe(1)
})

test.each([
  { email: null, phone: null },
  { message: '' },
  { name: '' },
  { email: 'nobody' },
  { phone: '12' },
  { kind: 'hire' },
  { course: 'Cloud' },
  { course_id: 999 },
])('refuses to write down the contact %o', async (given) => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  expect((await call('POST', 'leads/', { body: { ...contact, ...given } })).status).toBe(400)
  expect((await list(call)).total).toBe(0)
})

test('a follow-up comes back on its day, oldest first', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  await enquire(shop)
  const first = await firstLead(call)
  const inTwoDays = async () =>
    (
      await shop.db.query<{ day: string }>(
        `select to_char(app_now() at time zone 'Asia/Kolkata' + interval '2 days', 'YYYY-MM-DD') as day`,
      )
    ).rows[0]?.day
  const day = await inTwoDays()
  const later = await call('PATCH', `leads/${first.id}/`, { body: { follow_up_on: day }, version: first.version })
  expect(later.as<LeadRecord>()).toMatchObject({ state: 'waiting', follow_up_on: day })
  expect((await list(call, '?state=todo')).total).toBe(0)
  await shop.passTime('49 hours')
  await shop.post('/course-enquiry/', { ...asha, course_name: 'Cloud' })
  const todo = (await list(call, '?state=todo')).items
  expect(todo.map(({ state }) => state)).toEqual(['due', 'new'])
  const [due] = todo
  const note = await call('POST', `leads/${first.id}/notes/`, {
    body: { body: 'Called.', answered: true },
    version: due?.version ?? 0,
  })
  expect(note.as<LeadRecord>()).toMatchObject({ state: 'waiting', follow_up_on: null })
  expect((await list(call, '?state=todo')).total).toBe(1)
  const answeredVersion = note.as<LeadRecord>().version
  const closed = await call('POST', `leads/${first.id}/close/`, { body: { outcome: 'no_answer' }, version: answeredVersion })
  expect(closed.as<LeadRecord>()).toMatchObject({ state: 'closed', follow_up_on: null, outcome: 'no_answer' })
  const version = closed.as<LeadRecord>().version
  const refused = await call('PATCH', `leads/${first.id}/`, { body: { follow_up_on: await inTwoDays() }, version })
  expect([refused.status, refused.error['follow_up_on']]).toEqual([409, ['The lead is closed. Please open it again first.']])
  expect((await call('POST', `leads/${first.id}/reopen/`, { version })).as<LeadRecord>()).toMatchObject({
    closed_at: null,
    outcome: null,
  })
})

test.each([
  ['2026-11-20T12:00:00+05:30', '2026-11-21T12:00:00+05:30', 24],
  // A Sunday, and a Monday that is a holiday.
  ['2026-11-21T12:00:00+05:30', '2026-11-23T12:00:00+05:30', 24],
  ['2026-12-04T18:00:00+05:30', '2026-12-08T06:00:00+05:30', 36],
  ['2026-11-22T01:00:00+05:30', '2026-11-22T23:00:00+05:30', 0],
  // Midnight in India, and not in London.
  ['2026-11-21T18:30:00Z', '2026-11-22T20:30:00Z', 2],
])('from %s to %s are %d working hours', async (since, until, hours) => {
  const shop = await createTestApp()
  await shop.db.query(`insert into holidays (calendar, day, name) values ('India', '2026-12-07', 'Founders Day')`)
  const { rows } = await shop.db.query<{ hours: number }>('select working_hours($1, $2)::float as hours', [since, until])
  expect(rows[0]?.hours).toBe(hours)
})

test('an owner of a lead is somebody who answers leads', async () => {
  const shop = await createTestApp()
  const { call, id } = await openOffice(shop)
  const content = await addStaff(shop, 'content')
  const left = await addStaff(shop, 'support')
  await shop.db.query('update staff set disabled_at = app_now() where id = $1', [left.id])
  await enquire(shop)
  const lead = await firstLead(call)
  expect((await call('GET', 'leads/owners/')).as()).toMatchObject({ owners: [{ id }] })
  for (const owner_id of [content.id, left.id, 999_999]) {
    const refused = await call('PATCH', `leads/${lead.id}/`, { body: { owner_id }, version: lead.version })
    expect([refused.status, refused.error['owner_id']]).toEqual([409, ['This person can not answer leads.']])
  }
  expect((await list(call, '?owner=0')).total).toBe(1)
  const taken = await call('PATCH', `leads/${lead.id}/`, { body: { owner_id: id }, version: lead.version })
  expect(taken.as<LeadRecord>().owner_id).toBe(id)
  expect((await list(call, '?owner=0')).total).toBe(0)
  expect((await list(call, `?owner=${id}`)).total).toBe(1)
})

test('a left checkout is one lead until the student enrols', async () => {
  const shop = await createPayingShop()
  const { call } = await openOffice(shop)
  const { courseId, batchId } = await sellCourse(shop.db)
  const other = await addBatch(shop.db, courseId, {})
  const { access, person } = await signIn(shop)
  await shop.start(batchId, access)
  await shop.start(other, access)
  await sweep(shop.deps, system)
  expect((await list(call)).total).toBe(0)
  await shop.passTime('76 minutes')
  await sweep(shop.deps, system)
  await sweep(shop.deps, system)
  const lead = await firstLead(call)
  expect(await list(call)).toMatchObject({ total: 1, items: [{ kind: 'checkout', name: person.full_name, email: person.email }] })
  expect(lead).toMatchObject({ state: 'new', course: 'Testing in Practice', amount_paise: 4_500_000 })
  const order = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  expect(await firstLead(call)).toMatchObject({ state: 'closed', outcome: 'enrolled' })
  await sweep(shop.deps, system)
  expect((await list(call)).total).toBe(1)
})

test('a payment that waits for its confirmation is no lead', async () => {
  const shop = await createPayingShop()
  const { call } = await openOffice(shop)
  const { batchId } = await sellCourse(shop.db)
  const { access } = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(orderId, 'authorized'), access)
  await shop.passTime('76 minutes')
  await sweep(shop.deps, system)
  expect((await list(call)).total).toBe(0)
})

test('templates of replies are written, changed and removed', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  const template = { name: 'Recordings', subject: 'Recordings of {course}', body: 'Dear {name}, yes. {school}', kind: 'callback' }
  const made = (await call('POST', 'reply-templates/', { body: template })).as<{ id: number; version: number }>()
  expect(made).toMatchObject(template)
  expect((await call('POST', 'reply-templates/', { body: template })).error).toMatchObject({ code: 'name_taken' })
  const unknown = await call('POST', 'reply-templates/', { body: { ...template, name: 'Other', body: 'Pay {amount}' } })
  expect([unknown.status, unknown.error['body']]).toEqual([400, ['Only {name}, {course}, {school} can be filled in.']])
  expect((await call('POST', `reply-templates/${made.id}/remove/`, { version: made.version })).status).toBe(200)
  expect((await call('GET', `reply-templates/${made.id}/`)).status).toBe(404)
})

test('a follow-up lies between today and a year from now', async () => {
  const shop = await createTestApp()
  const { call } = await openOffice(shop)
  await enquire(shop)
  const lead = await firstLead(call)
  for (const day of ['2020-01-01', '2099-01-01']) {
    const changed = await call('PATCH', `leads/${lead.id}/`, { body: { follow_up_on: day }, version: lead.version })
    expect([changed.status, changed.error]).toMatchObject([400, { follow_up_on: [expect.any(String)] }])
    const answered = await call('POST', `leads/${lead.id}/reply/`, {
      body: { ...reply, follow_up_on: day },
      version: lead.version,
    })
    expect(answered.status).toBe(400)
  }
  expect(await shop.mails(lead.email ?? '')).toHaveLength(1)
})
