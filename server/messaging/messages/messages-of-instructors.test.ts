import { expect, test } from 'vitest'
import type { Audience, Delivery, MessageRecord, RecipientRecord } from '#contract/messaging/staff/messages.ts'
import { addTeacher } from '#tests/school/add-instructor.ts'
import { changeBatch } from '#tests/school/change-batch.ts'
import { type ClassShop, createClassShop } from '#tests/school/class-shop.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient, type StaffClient } from '#tests/school/staff-client.ts'

const words = { subject: 'Bring a slow query', body: 'We read plans on Monday.' }

async function createSchool(students = 2) {
  const shop = await createClassShop(students)
  const call = staffClient(shop, 'instructor', shop.instructor)
  const tara = await addTeacher(shop)
  const support = staffClient(shop, 'support', await addStaff(shop, 'support'))
  return { shop, call, tara, stranger: staffClient(shop, 'instructor', tara), support }
}

const draft = async ({ batchId }: ClassShop, call: StaffClient, given = {}) =>
  (await call('POST', 'messages/', { body: { batch_id: batchId, ...words, ...given } })).as<MessageRecord>()

async function send(call: StaffClient, { id, version }: MessageRecord) {
  const { count, hash } = (await call('GET', `messages/${id}/audience/`)).as<Audience>()
  return call('POST', `messages/${id}/send/`, { body: { recipients: count, hash }, version })
}

test('an instructor writes to the own batch, names without addresses', async () => {
  const { shop, call } = await createSchool()
  const body = { batch_id: shop.batchId, ...words }
  expect((await call('POST', 'messages/preview/', { body })).status).toBe(200)
  expect((await call('POST', 'messages/test/', { body })).as()).toEqual({ email: shop.instructor.email })
  const made = await draft(shop, call)
  const sent = (await send(call, made)).as<MessageRecord>()
  expect(sent).toMatchObject({ recipients: 2, state: 'sending' })
  const [mail] = await shop.mails('student-1@example.com')
  expect(mail?.text).toContain(sent.sent_by)
  expect(mail?.replyTo).toBeUndefined()
  expect((await call('GET', `messages/${made.id}/delivery/`)).as<Delivery>()).toMatchObject({ total: 2, sent: 2 })
  const list = await call('GET', `message-recipients/?message=${made.id}`)
  expect(list.as<{ items: RecipientRecord[] }>().items).toMatchObject([
    { name: 'Student A', email: null, error: null },
    { name: 'Student B', email: null, error: null },
  ])
  expect((await call('GET', 'message-recipients/?q=example.com')).as<{ total: number }>().total).toBe(0)
})

test('a refused address is not shown to an instructor', async () => {
  const { shop, call, support } = await createSchool(1)
  const made = await draft(shop, call)
  await send(call, made)
  await shop.db.query(`update mail_outbox set last_error = '550 <student-1@example.com> unknown', given_up_at = app_now()`)
  const [one] = (await call('GET', 'message-recipients/')).as<{ items: RecipientRecord[] }>().items
  expect(one).toMatchObject({ state: 'failed', error: null, email: null })
  expect((await support('GET', `message-recipients/${one?.id}/`)).as()).toMatchObject({ email: 'student-1@example.com' })
  expect((await call('GET', `message-recipients/${one?.id}/`)).as()).toMatchObject({ email: null, error: null })
})

test('another instructor reaches no message of the batch', async () => {
  const { shop, call, stranger } = await createSchool()
  const made = await draft(shop, call)
  const body = { batch_id: shop.batchId, ...words }
  const at = `messages/${made.id}/`
  const calls = [
    stranger('POST', 'messages/', { body }),
    stranger('POST', 'messages/preview/', { body }),
    stranger('POST', 'messages/test/', { body }),
    stranger('GET', at),
    stranger('PATCH', at, { body: { subject: 'Mine' }, version: made.version }),
    stranger('GET', `${at}audience/`),
    stranger('GET', `${at}delivery/`),
    stranger('POST', `${at}send/`, { body: { recipients: 2, hash: 'a'.repeat(64) }, version: made.version }),
    stranger('POST', `${at}remove/`, { version: made.version }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404))
  await send(call, made)
  const sent = await call('GET', at)
  const { version } = sent.as<MessageRecord>()
  // Refusals that come of the state would say that it exists.
  for (const verb of ['remove', 'retry']) expect((await stranger('POST', `${at}${verb}/`, { version })).status).toBe(404)
  expect((await stranger('PATCH', at, { body: { subject: 'Mine' }, version })).status).toBe(404)
  expect((await stranger('GET', 'messages/')).as<{ total: number }>().total).toBe(0)
  expect((await stranger('GET', 'message-recipients/')).as<{ total: number }>().total).toBe(0)
  expect((await stranger('GET', 'message-recipients/1/')).status).toBe(404)
  expect(sent.as()).toEqual((await call('GET', at)).as())
})

test('an instructor sees neither messages of the office nor other batches', async () => {
  const { shop, call, support } = await createSchool()
  const ofOffice = await draft(shop, support)
  expect((await call('GET', `messages/${ofOffice.id}/`)).status).toBe(404)
  const made = await draft(shop, call)
  expect((await call('GET', 'messages/')).as<{ items: MessageRecord[] }>().items.map(({ id }) => id)).toEqual([made.id])
  expect((await support('GET', 'messages/')).as<{ total: number }>().total).toBe(2)
  const moved = await call('PATCH', `messages/${made.id}/`, { body: { batch_id: 999_999 }, version: made.version })
  expect(moved.status).toBe(404)
})

test('who no longer teaches the batch sends nothing', async () => {
  const { shop, call, tara } = await createSchool()
  const made = await draft(shop, call)
  const { count, hash } = (await call('GET', `messages/${made.id}/audience/`)).as<Audience>()
  await changeBatch(shop, shop.batchId, { instructor_id: tara.instructorId })
  const answer = await call('POST', `messages/${made.id}/send/`, { body: { recipients: count, hash }, version: made.version })
  expect(answer.status).toBe(404)
  const subjects = (await shop.mails('student-1@example.com')).map(({ subject }) => subject)
  expect(subjects).toEqual(['New instructor for 6 classes (Testing in Practice)'])
})

test('a substitute of one class writes to nobody', async () => {
  const { shop, tara, stranger } = await createSchool()
  await shop.verb(await shop.nth(1), 'substitute/', { instructor_id: tara.instructorId })
  expect((await stranger('POST', 'messages/', { body: { batch_id: shop.batchId, ...words } })).status).toBe(404)
})

test('a batch gets three messages of its instructor a day', async () => {
  const { shop, call, support } = await createSchool()
  const drafts = await Promise.all([1, 2, 3, 4, 5].map((day) => draft(shop, call, { subject: `Task of day ${day}` })))
  const answers = await Promise.all(drafts.map((one) => send(call, one)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.error.code).toBe('messages_of_today')
  expect((await shop.db.query(`select from mail_outbox`)).rowCount).toBe(6)
  expect((await send(support, await draft(shop, support))).status).toBe(200)
  const left = drafts.find((_one, index) => answers[index]?.status === 409)
  // The clock shows 11:30 in India; the next day begins at midnight there.
  await shop.passTime('12 hours 29 minutes')
  expect((await send(call, left!)).status).toBe(409)
  await shop.passTime('2 minutes')
  expect((await send(call, left!)).status).toBe(200)
})
