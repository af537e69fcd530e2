import { expect, test } from 'vitest'
import { createTestApp } from '#tests/create-test-app.ts'
import { newPerson } from '#tests/sign-in.ts'
import { deliverMail } from './deliver-mail.ts'
import { smtpMailer } from './smtp.ts'

const outbox = `select sent_at is not null as sent, given_up_at is not null as given_up, sealed is null as erased, attempts, last_error
  from mail_outbox order by id`

test('while the mail server is down the request succeeds and the mail waits', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  const { send } = shop.deps.mailer
  shop.deps.mailer.send = () => Promise.reject(new Error(`550 <${email}> unreachable`))
  expect((await shop.post('/auth/login/', { email })).statusCode).toBe(200)
  await expect(deliverMail(shop.deps, { id: 1 })).rejects.toThrow('unreachable')
  const { rows } = await shop.db.query(outbox)
  expect(rows).toEqual([{ sent: false, given_up: false, erased: false, attempts: 1, last_error: '550 <<address>> unreachable' }])
  shop.deps.mailer.send = send
  expect(await shop.letters(email)).toHaveLength(1)
  expect((await shop.db.query(outbox)).rows).toEqual([
    { sent: true, given_up: false, erased: true, attempts: 2, last_error: null },
  ])
})

test('a code that nobody can use any more is not sent, and its secret is erased', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  await shop.passTime('10 minutes')
  expect(await shop.letters(email)).toHaveLength(0)
  expect((await shop.db.query(outbox)).rows).toMatchObject([{ sent: false, given_up: true, erased: true }])
})

test('of two codes that wait only the newest goes out', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  await shop.post('/auth/register/', { ...person, type: 'register' })
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  expect(await shop.letters(person.email)).toHaveLength(1)
})

test('delivering twice sends once', async () => {
  const shop = await createTestApp()
  const { email } = newPerson()
  await shop.post('/auth/login/', { email })
  const letters = await shop.letters(email)
  await deliverMail(shop.deps, { id: 1 })
  expect(await shop.letters(email)).toHaveLength(letters.length)
})

test('a mail to a school that has not said its address waits and says why', async () => {
  const shop = await createTestApp()
  const enquiry = { name: 'Asha', email: newPerson().email, phone: '9876543210', course_name: 'Testing' }
  expect((await shop.post('/course-enquiry/', enquiry)).statusCode).toBe(201)
  shop.deps.mailer = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'hello@karyashala.example' })
  await expect(deliverMail(shop.deps, { id: 1 })).rejects.toThrow('no e-mail address')
  const { rows } = await shop.db.query<{ last_error: string }>('select last_error from mail_outbox where template = $1', [
    'enquiry-received',
  ])
  expect(rows).toEqual([{ last_error: 'the site settings name no e-mail address of the school' }])
})
