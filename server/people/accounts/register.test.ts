import { expect, test } from 'vitest'
import type { Profile, SignedIn } from '#contract/people/accounts.ts'
import { consentVersion } from '#contract/rules.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'

const taken = 'An account with this email or phone number already exists. Please use a different email or phone number.'

test('rejects the address or phone of a verified account [TXT-061]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  const sameEmail = await shop.post('/auth/register/', { ...newPerson(), email: person.email, type: 'register' })
  expect(sameEmail.statusCode).toBe(409)
  expect(sameEmail.json()).toMatchObject({ message: taken, email: [expect.any(String)] })
  const samePhone = await shop.post('/auth/register/', { ...newPerson(), phone_number: person.phone_number, type: 'enroll' })
  expect(samePhone.statusCode).toBe(409)
  expect(samePhone.json()).toMatchObject({ message: taken, phone_number: [expect.any(String)] })
})

test('the last of several unverified registrations counts', async () => {
  const shop = await createTestApp()
  const person = newPerson('First Try')
  await shop.post('/auth/register/', { ...person, type: 'register' })
  await shop.passTime('61 seconds')
  const again = await shop.post('/auth/register/', { ...person, full_name: 'Second Try', type: 'register' })
  expect(again.statusCode).toBe(201)
  const otp = await codeSentTo(shop, person.email)
  const answer = await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp })
  expect(answer.json<SignedIn>().user.full_name).toBe('Second Try')
})

test('enroll signs in a new student but never an existing account', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  const first = await shop.post('/auth/register/', { ...person, type: 'enroll' })
  expect(first.statusCode).toBe(201)
  const { access } = first.json<SignedIn>()
  expect((await shop.get('/auth/profile/', access)).json()).toMatchObject({
    student: { user: { first_name: person.full_name, email: person.email, verified: false }, phone: person.phone_number },
  })
  expect((await shop.post('/auth/register/', { ...newPerson(), email: person.email, type: 'enroll' })).statusCode).toBe(409)
})

test('an unverified session reads nothing of a later registration [SEC-018]', async () => {
  const shop = await createTestApp()
  const owner = newPerson('Real Owner')
  const begun = { ...newPerson('A Stranger'), email: owner.email, type: 'enroll' }
  const { access, refresh } = (await shop.post('/auth/register/', begun)).json<SignedIn>()
  await shop.passTime('61 seconds')
  expect((await shop.post('/auth/register/', { ...owner, type: 'register' })).statusCode).toBe(201)
  for (const path of ['/auth/profile/', '/auth/export/', '/auth/sessions/']) {
    const answer = await shop.get(path, access)
    expect([path, answer.statusCode]).toEqual([path, 401])
    expect(answer.body).not.toContain(owner.phone_number)
  }
  expect((await shop.post('/token/refresh/', { refresh })).statusCode).toBe(401)
})

test.each(['register', 'enroll'])('%s stores the consent version and time [SEC-068]', async (type) => {
  const shop = await createTestApp()
  const person = newPerson()
  await shop.post('/auth/register/', { ...person, type })
  const { rows } = await shop.db.query(
    'select consent_version, consented_at <= app_now() as already from users where email = $1',
    [person.email],
  )
  expect(rows).toEqual([{ consent_version: consentVersion, already: true }])
})

test('the first code of an address ends every earlier session [SEC-018]', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  const { access, refresh } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  const otp = await codeSentTo(shop, person.email)
  expect((await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp })).statusCode).toBe(200)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh })).statusCode).toBe(401)
})

test('leaves a phone empty that another student verified meanwhile [SEC-021]', async () => {
  const shop = await createTestApp()
  const [slow, quick] = [newPerson('Slow One'), newPerson('Quick One')]
  quick.phone_number = slow.phone_number
  await shop.post('/auth/register/', { ...slow, type: 'register' })
  await shop.post('/auth/register/', { ...quick, type: 'register' })
  const enter = async (email: string) =>
    (await shop.post(`/auth/verify-otp/?email=${email}`, { otp: await codeSentTo(shop, email) })).json<SignedIn>()
  await enter(quick.email)
  const { access } = await enter(slow.email)
  expect((await shop.get('/auth/profile/', access)).json()).toMatchObject({ student: { phone: '' } })
})

const verified = async (shop: TestApp, email: string, remoteAddress = '127.0.0.1', session?: string) => {
  const otp = await codeSentTo(shop, email)
  const url = `/api/auth/verify-otp/?email=${encodeURIComponent(email)}`
  const headers = session ? { authorization: `Bearer ${session}` } : {}
  const answer = await shop.app.inject({ method: 'POST', url, payload: { otp }, remoteAddress, headers })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { access, user } = answer.json<SignedIn>()
  const { student } = (await shop.get('/auth/profile/', access)).json<Profile>()
  expect(student?.user.first_name).toBe(user.full_name)
  return { name: user.full_name, phone: student?.phone, access }
}

test('a registration with an unpaid order is replaced at once [SEC-019]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const owner = newPerson('Real Owner')
  const squatter = { ...newPerson('Rude Name'), email: owner.email, type: 'enroll' }
  const { access } = (await shop.post('/auth/register/', squatter)).json<SignedIn>()
  await shop.start(batchId, access)
  await shop.passTime('61 seconds')
  expect((await shop.post('/auth/register/', { ...owner, type: 'register' })).statusCode).toBe(201)
  const { rows } = await shop.db.query('select full_name, phone from users where email = $1', [owner.email])
  expect(rows).toEqual([{ full_name: 'Real Owner', phone: owner.phone_number }])
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  expect(await verified(shop, owner.email)).toMatchObject({ name: 'Real Owner', phone: owner.phone_number })
})

test('a paid registration takes the data of its verifier [SEC-019]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const owner = newPerson('Real Owner')
  const payer = { ...newPerson('Rude Name'), email: owner.email, type: 'enroll' }
  const { access } = (await shop.post('/auth/register/', payer)).json<SignedIn>()
  const order = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  await shop.passTime('61 seconds')
  expect((await shop.post('/auth/register/', { ...owner, type: 'register' })).statusCode).toBe(201)
  // Until the verification the payer owns the account and reads nothing of the other registration.
  const before = (await shop.get('/auth/profile/', access)).json<Profile>()
  expect(before.student).toMatchObject({ user: { first_name: 'Rude Name' }, phone: payer.phone_number })
  expect((await shop.get('/auth/export/', access)).body).not.toContain('Real Owner')
  const after = await verified(shop, owner.email)
  expect(after).toMatchObject({ name: 'Real Owner', phone: owner.phone_number })
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(401)
  expect(await shop.ledger()).toMatchObject({ enrolments: 1, refunds: 0 })
  expect((await shop.db.query('select 1 from registrations')).rowCount).toBe(0)
})

test('a stranger who registers last does not name the account [SEC-019]', async () => {
  const shop = await createTestApp()
  const owner = newPerson('Real Owner')
  await shop.post('/auth/register/', { ...owner, type: 'register' })
  await shop.mails()
  const stranger = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/register/',
    payload: { ...newPerson('Rude Name'), email: owner.email, type: 'register' },
    remoteAddress: '198.51.100.7',
  })
  expect(stranger.statusCode).toBe(201)
  expect(await verified(shop, owner.email)).toMatchObject({ name: 'Real Owner', phone: owner.phone_number })
})

test('a code from another network takes the registration it came with [SEC-019]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const owner = newPerson('Real Owner')
  const payer = { ...newPerson('Rude Name'), email: owner.email, type: 'enroll' }
  const { access } = (await shop.post('/auth/register/', payer)).json<SignedIn>()
  const order = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  await shop.mails()
  const mobile = { method: 'POST', url: '/api/auth/register/', remoteAddress: '198.51.100.7' } as const
  expect((await shop.app.inject({ ...mobile, payload: { ...owner, type: 'register' } })).statusCode).toBe(201)
  expect(await verified(shop, owner.email, '203.0.113.9')).toMatchObject({ name: 'Real Owner' })
})

/** Creates an unverified account with a payment from `remoteAddress`. */
async function payUnverified(shop: PayingShop, remoteAddress: string) {
  const { batchId } = await sellCourse(shop.db)
  const payer = newPerson('Real Payer')
  const payload = { ...payer, type: 'enroll' }
  const { access } = (
    await shop.app.inject({ method: 'POST', url: '/api/auth/register/', payload, remoteAddress })
  ).json<SignedIn>()
  const order = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  return { payer, access }
}

async function registerAs(shop: TestApp, email: string, remoteAddress: string) {
  const payload = { ...newPerson('Rude Name'), email, type: 'register' }
  return (await shop.app.inject({ method: 'POST', url: '/api/auth/register/', payload, remoteAddress })).statusCode
}

test('a neighbour of a payer does not name the account [SEC-019]', async () => {
  const shop = await createPayingShop()
  const { payer } = await payUnverified(shop, '198.51.100.1')
  await shop.passTime('61 seconds')
  expect(await registerAs(shop, payer.email, '198.51.100.2')).toBe(201)
  await shop.passTime('61 seconds')
  const { email } = payer
  await shop.app.inject({ method: 'POST', url: '/api/auth/login/', payload: { email }, remoteAddress: '198.51.100.1' })
  expect(await verified(shop, email, '198.51.100.1')).toMatchObject({ name: 'Real Payer', phone: payer.phone_number })
})

test('a payer with a session keeps the name from any network [SEC-019]', async () => {
  const shop = await createPayingShop()
  const { payer, access } = await payUnverified(shop, '198.51.100.1')
  expect(await registerAs(shop, payer.email, '203.0.113.2')).toBe(201)
  expect(await verified(shop, payer.email, '192.0.2.3', access)).toMatchObject({ name: 'Real Payer' })
})

test('two people behind one address leave a paid account unchanged [SEC-019]', async () => {
  const shop = await createPayingShop()
  const { payer } = await payUnverified(shop, '198.51.100.1')
  await shop.passTime('61 seconds')
  expect(await registerAs(shop, payer.email, '198.51.100.1')).toBe(201)
  await shop.passTime('61 seconds')
  const { email } = payer
  await shop.app.inject({ method: 'POST', url: '/api/auth/login/', payload: { email }, remoteAddress: '198.51.100.1' })
  expect(await verified(shop, email, '198.51.100.1')).toMatchObject({ name: 'Real Payer' })
})

test('twenty registrations of one address at once make one account [SEC-088]', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post('/auth/register/', { ...person, type: 'enroll' })))
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
  expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(19)
  expect((await shop.db.query('select 1 from users where email = $1', [person.email])).rowCount).toBe(1)
})

test.each([
  ['phone_number', '98765', 'Phone number must be exactly 10 digits.'],
  ['phone_number', '98765432101', 'Phone number must be exactly 10 digits.'],
  ['email', 'nobody', 'Please enter a valid email address.'],
  ['email', 'a@example.com\r\nBcc: b@example.com', 'Please enter a valid email address.'],
  ['full_name', '', 'Full name is required.'],
  ['full_name', 'Asha\r\nBcc: x@example.com', 'Please remove line breaks and control characters.'],
  ['full_name', 'Asha\u0000', 'Please remove line breaks and control characters.'],
])('rejects %s %j with a field error and stores nothing', async (field, value, message) => {
  const shop = await createTestApp()
  const answer = await shop.post('/auth/register/', { ...newPerson(), [field]: value, type: 'register' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ message, [field]: [message] })
  expect((await shop.db.query('select 1 from users')).rowCount).toBe(0)
})

test('names both a taken e-mail and a taken phone [SEC-019]', async () => {
  const shop = await createTestApp()
  const { person } = await signIn(shop)
  for (const type of ['register', 'enroll']) {
    const answer = await shop.post('/auth/register/', { ...person, type })
    expect(answer.statusCode).toBe(409)
    expect(Object.keys(answer.json<object>())).toEqual(expect.arrayContaining(['email', 'phone_number']))
  }
})
