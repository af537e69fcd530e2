import { expect, test } from 'vitest'
import type { SignedIn } from '#contract/people/accounts.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'

const verify = (email: string) => `/auth/verify-otp/?email=${encodeURIComponent(email)}`
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

test('the mailed code signs in once [SEC-002]', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  await shop.post('/auth/register/', { ...person, type: 'register' })
  const [mail] = await shop.mails(person.email)
  const otp = await codeSentTo(shop, person.email)
  expect(mail?.text).toContain('10 minutes')
  const first = await shop.post(verify(person.email), { otp })
  expect(first.statusCode).toBe(200)
  expect(first.json<SignedIn>().user).toMatchObject({ full_name: person.full_name, email: person.email, verified: true })
  const again = await shop.post(verify(person.email), { otp })
  expect(again.statusCode).toBe(400)
  expect(again.json()).toMatchObject({ message: 'Invalid or expired OTP.', detail: 'Invalid or expired OTP.' })
})

test('signs in once when a hundred right codes arrive at once [SEC-003]', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  await shop.post('/auth/register/', { ...person, type: 'register' })
  const otp = await codeSentTo(shop, person.email)
  const answers = await Promise.all(Array.from({ length: 100 }, () => shop.post(verify(person.email), { otp })))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(99)
})

test('rejects right and new codes after five wrong ones [SEC-004]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const otp = await codeSentTo(shop, person.email)
  for (let guess = 0; guess < 5; guess += 1) await shop.post(verify(person.email), { otp: wrong(otp) })
  expect((await shop.post(verify(person.email), { otp })).statusCode).toBe(400)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const next = await codeSentTo(shop, person.email)
  expect((await shop.post(verify(person.email), { otp: next })).statusCode).toBe(400)
})

test('wrong guesses from one network do not lock out another [SEC-004]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const otp = await codeSentTo(shop, person.email)
  const from = (remoteAddress: string, code: string) =>
    shop.app.inject({ method: 'POST', url: `/api${verify(person.email)}`, payload: { otp: code }, remoteAddress })
  for (let guess = 0; guess < 5; guess += 1) await from('198.51.100.7', wrong(otp))
  expect((await from('198.51.100.200', otp)).statusCode).toBe(400)
  expect((await from('203.0.113.9', otp)).statusCode).toBe(200)
})

test('accepts only the newest code, for ten minutes [SEC-002]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const old = await codeSentTo(shop, person.email)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const fresh = await codeSentTo(shop, person.email)
  if (old !== fresh) expect((await shop.post(verify(person.email), { otp: old })).statusCode).toBe(400)
  await shop.passTime('10 minutes')
  expect((await shop.post(verify(person.email), { otp: fresh })).statusCode).toBe(400)
})

test('rejects a second code within a minute and answers the wait [SEC-008]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  const before = (await shop.mails(person.email)).length
  expect((await shop.post('/auth/login/', { email: person.email })).statusCode).toBe(200)
  const second = await shop.post('/auth/login/', { email: person.email })
  expect(second.statusCode).toBe(429)
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(50)
  expect(second.json<{ message: string }>().message).toContain('Enter the code you have')
  expect(await shop.mails(person.email)).toHaveLength(before + 1)
})

test('limits codes per network to five an hour, ten a day [SEC-008]', async () => {
  const shop = await createTestApp()
  const email = newPerson().email
  const statuses: number[] = []
  for (let minute = 0; minute < 6; minute += 1) {
    statuses.push((await shop.post('/auth/login/', { email })).statusCode)
    await shop.passTime('61 seconds')
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  await shop.passTime('1 hour')
  for (let minute = 0; minute < 5; minute += 1) {
    statuses.push((await shop.post('/auth/login/', { email })).statusCode)
    await shop.passTime('61 seconds')
  }
  await shop.passTime('1 hour')
  statuses.push((await shop.post('/auth/login/', { email })).statusCode)
  expect(statuses.slice(6)).toEqual([200, 200, 200, 200, 200, 429])
})

test('answers known and unknown addresses alike and mails a registration link [SEC-012]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  await shop.passTime('61 seconds')
  const stranger = newPerson().email
  const [known, unknown] = [
    await shop.post('/auth/login/', { email: person.email }),
    await shop.post('/auth/login/', { email: stranger }),
  ]
  expect(unknown.statusCode).toBe(known.statusCode)
  expect(unknown.body).toBe(known.body)
  const [mail] = await shop.mails(stranger)
  expect(mail?.text).toContain('/register')
  expect(mail?.subject).not.toMatch(/\d{6}/)
})

test('stores and logs no readable code or token', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  await shop.post('/auth/register/', { ...person, type: 'register' })
  const waiting = await shop.db.query<{ sealed: Buffer; props: unknown }>('select sealed, props from mail_outbox')
  expect(waiting.rows[0]?.props).toEqual({})
  const otp = await codeSentTo(shop, person.email)
  expect(waiting.rows[0]?.sealed.toString('latin1')).not.toContain(otp)
  const answer = await shop.post(verify(person.email), { otp })
  const { access, refresh } = answer.json<SignedIn>()
  const tables = await shop.db.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  )
  for (const { name } of tables.rows) {
    const dump = JSON.stringify((await shop.db.query(`select * from ${name}`)).rows)
    for (const secret of [otp, access, refresh]) expect(dump.includes(`"${secret}"`) || dump.includes(refresh), name).toBe(false)
  }
  const log = shop.logged.join('\n')
  for (const secret of [access, refresh, person.email, person.phone_number]) expect(log).not.toContain(secret)
})
