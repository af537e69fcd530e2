import { expect, test } from 'vitest'
import type { Profile, SignedIn } from '#contract/people/accounts.ts'
import { askFor, changeTo, confirm, signInLongAgo } from '#tests/school/change-profile.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { createTestApp, type TestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, newPerson, signIn } from '#tests/school/sign-in.ts'

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const profileOf = async (shop: TestApp, access: string) => (await shop.get('/auth/profile/', access)).json<Profile>().student
const accountsOf = async (shop: TestApp, email: string) =>
  (await shop.db.query<{ full_name: string }>('select full_name from users where email = $1', [email])).rows

test('confirms a new e-mail by code and notifies the old', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const email = newPerson().email
  const asked = await askFor(shop, access, { email, phone: person.phone_number })
  expect([asked.statusCode, asked.json()]).toEqual([200, { message: 'OTP sent to your email. Please verify.', email }])
  const [notice] = await shop.mails(person.email)
  expect(notice?.subject).toContain('asked to change')
  expect(notice?.text).not.toContain(email)
  expect(notice?.text).not.toContain('undo-change')
  expect((await profileOf(shop, access))?.user.email).toBe(person.email)

  const otp = await codeSentTo(shop, email)
  const done = await confirm(shop, access, email, otp)
  expect([done.statusCode, done.json()]).toEqual([200, { message: 'Profile updated successfully!' }])
  expect(await profileOf(shop, access)).toEqual({
    user: { first_name: person.full_name, email, verified: true, bouncing: false },
    phone: person.phone_number,
  })
  const [made] = await shop.mails(person.email)
  expect(made?.text).toMatch(/undo-change#[\w-]{43}/)
  expect((await confirm(shop, access, email, otp)).statusCode).toBe(400)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email })
  const back = await shop.post(`/auth/verify-otp/?email=${email}`, { otp: await codeSentTo(shop, email) })
  expect(back.json<SignedIn>().user.full_name).toBe(person.full_name)
})

test('confirms a phone through the current address and ignores the name', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const phone = newPerson().phone_number
  const asked = await askFor(shop, access, { email: person.email, phone })
  expect(asked.json()).toMatchObject({ email: person.email })
  expect((await profileOf(shop, access))?.phone).toBe(person.phone_number)
  expect((await confirm(shop, access, person.email, await codeSentTo(shop, person.email))).statusCode).toBe(200)
  expect(await profileOf(shop, access)).toMatchObject({ user: { first_name: person.full_name }, phone })
})

test('a change ends every session but the current one', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  await shop.post('/auth/login/', { email: person.email })
  const other = (
    await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp: await codeSentTo(shop, person.email) })
  ).json<SignedIn>()
  await shop.passTime('61 seconds')
  await changeTo(shop, { access } as SignedIn, { email: person.email, phone: newPerson().phone_number })
  expect((await shop.get('/auth/profile/', other.access)).statusCode).toBe(401)
  expect((await shop.post('/token/refresh/', { refresh: other.refresh })).statusCode).toBe(401)
  expect((await shop.get('/auth/profile/', access)).statusCode).toBe(200)
})

test('rejects an unchanged profile without sending a code', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const before = (await shop.mails()).length
  const same = await askFor(shop, access, { email: ` ${person.email.toUpperCase()} `, phone: person.phone_number })
  expect([same.statusCode, same.json<{ message: string }>().message]).toEqual([400, 'No changes detected.'])
  expect(await shop.mails()).toHaveLength(before)
})

test.each([
  [{ email: 'nobody', phone: '9876543210' }, { email: ['Please enter a valid email address.'] }],
  [{ email: 'a@example.com', phone: '98765' }, { phone: ['Phone number must be exactly 10 digits.'] }],
  [{ email: 'a@example.com', phone: '' }, { phone: ['Phone number must be exactly 10 digits.'] }],
])('rejects %j with field errors', async (pendingChange, fields) => {
  const shop = await createTestApp()
  const { access } = await signInLongAgo(shop)
  const answer = await askFor(shop, access, pendingChange)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject(fields)
  expect((await shop.db.query('select 1 from pending_changes')).rowCount).toBe(0)
})

test('rejects the e-mail and phone of a verified account', async () => {
  const shop = await createTestApp()
  const other = await signIn(shop)
  const { access } = await signInLongAgo(shop)
  const answer = await askFor(shop, access, { email: other.person.email, phone: other.person.phone_number })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({
    message: 'This email is already registered.',
    email: ['This email is already registered.'],
    phone: ['This phone number is already registered.'],
  })
})

test('a late code names both fields taken meanwhile [SEC-023]', async () => {
  const shop = await createTestApp()
  const { access } = await signInLongAgo(shop)
  const pendingChange = newPerson()
  await askFor(shop, access, { email: pendingChange.email, phone: pendingChange.phone_number })
  const otp = await codeSentTo(shop, pendingChange.email)
  await shop.db.query(
    `insert into users (email, full_name, phone, verified_at) values ($1, 'Quick', null, app_now()), ($2, 'Quicker', $3, app_now())`,
    [pendingChange.email, newPerson().email, pendingChange.phone_number],
  )
  const refused = await confirm(shop, access, pendingChange.email, otp)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    email: ['This email is already registered.'],
    phone: ['This phone number is already registered.'],
  })
})

test('an unverified account can change its phone but not its address', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  const { access } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  await shop.passTime('61 seconds')
  const refused = await askFor(shop, access, { email: newPerson().email, phone: person.phone_number })
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ code: 'unverified', email: [expect.any(String)] })
  const phone = newPerson().phone_number
  await changeTo(shop, { access } as SignedIn, { email: person.email, phone })
  // The code came through the address, which also verifies it.
  expect(await profileOf(shop, access)).toMatchObject({ user: { verified: true }, phone })
})

test('the first code of an address cancels earlier pending changes', async () => {
  const shop = await createTestApp()
  const person = newPerson()
  const { access } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  const signInCode = await codeSentTo(shop, person.email)
  await shop.passTime('61 seconds')
  await askFor(shop, access, { email: person.email, phone: newPerson().phone_number })
  const changeCode = await codeSentTo(shop, person.email)
  const owner = (await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp: signInCode })).json<SignedIn>()
  expect((await confirm(shop, access, person.email, changeCode)).statusCode).toBe(401)
  expect((await confirm(shop, owner.access, person.email, changeCode)).statusCode).toBe(400)
  expect((await profileOf(shop, owner.access))?.phone).toBe(person.phone_number)
})

test('a code fits only its requester, purpose and address [SEC-002]', async () => {
  const shop = await createTestApp()
  const [asker, other] = [await signInLongAgo(shop), await signInLongAgo(shop)]
  const email = newPerson().email
  await askFor(shop, asker.access, { email, phone: asker.person.phone_number })
  const otp = await codeSentTo(shop, email)
  expect((await confirm(shop, other.access, email, otp)).statusCode).toBe(400)
  expect((await confirm(shop, asker.access, asker.person.email, otp)).statusCode).toBe(400)
  expect((await shop.post(`/auth/verify-otp/?email=${email}`, { otp })).statusCode).toBe(400)
  expect((await shop.post('/auth/erase-verify/', { confirm: 'ERASE', otp }, asker.access)).statusCode).toBe(400)
  expect((await shop.post(`/auth/update-verify/?email=${email}`, { otp })).statusCode).toBe(401)
  expect((await confirm(shop, asker.access, email, otp)).statusCode).toBe(200)
})

test('a code of a replaced change confirms nothing', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const [first, second] = [newPerson().email, newPerson().email]
  await askFor(shop, access, { email: first, phone: person.phone_number })
  await askFor(shop, access, { email: second, phone: person.phone_number })
  expect((await confirm(shop, access, first, await codeSentTo(shop, first))).statusCode).toBe(400)
  expect((await profileOf(shop, access))?.user.email).toBe(person.email)
  await shop.passTime('10 minutes')
  expect((await confirm(shop, access, second, await codeSentTo(shop, second))).statusCode).toBe(400)
})

test('rejects the right code after five wrong ones', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const pendingChange = { email: newPerson().email, phone: person.phone_number }
  await askFor(shop, access, pendingChange)
  const otp = await codeSentTo(shop, pendingChange.email)
  for (let guess = 0; guess < 5; guess += 1) {
    const answer = await confirm(shop, access, pendingChange.email, wrong(otp))
    expect(answer.json()).toMatchObject({ message: 'Invalid or expired OTP.' })
  }
  expect((await confirm(shop, access, pendingChange.email, otp)).statusCode).toBe(400)
  const again = await askFor(shop, access, pendingChange)
  expect(again.statusCode).toBe(429)
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(50)
})

test('limits codes that one account sends to different addresses', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const statuses: number[] = []
  for (let pendingChange = 0; pendingChange < 21; pendingChange += 1) {
    statuses.push((await askFor(shop, access, { email: newPerson().email, phone: person.phone_number })).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})

test('applies a change once for a hundred concurrent codes', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const email = newPerson().email
  await askFor(shop, access, { email, phone: person.phone_number })
  const otp = await codeSentTo(shop, email)
  const answers = await Promise.all(Array.from({ length: 100 }, () => confirm(shop, access, email, otp)))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(99)
  expect((await shop.db.query('select 1 from undo_links')).rowCount).toBe(1)
})

test('rejects an address or phone that was verified meanwhile', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const rival = newPerson('Quick Rival')
  for (const pendingChange of [
    { email: rival.email, phone: person.phone_number },
    { email: person.email, phone: newPerson().phone_number },
  ]) {
    await askFor(shop, access, pendingChange)
    const otp = await codeSentTo(shop, pendingChange.email)
    if (pendingChange.email === rival.email) await shop.passTime('61 seconds')
    await signIn(shop, pendingChange.email === rival.email ? rival : { ...newPerson(), phone_number: pendingChange.phone })
    const late = await confirm(shop, access, pendingChange.email, otp)
    expect(late.statusCode).toBe(409)
    expect(late.json()).toHaveProperty(pendingChange.email === rival.email ? 'email' : 'phone')
    expect(await profileOf(shop, access)).toMatchObject({ user: { email: person.email }, phone: person.phone_number })
    await shop.passTime('61 seconds')
  }
  expect(await accountsOf(shop, rival.email)).toEqual([{ full_name: 'Quick Rival' }])
})

test('an unverified registration yields to the owner unless it is enrolled', async () => {
  const shop = await createTestApp()
  const { access, person } = await signInLongAgo(shop)
  const [idle, buyer] = [newPerson('Squatter'), newPerson('Buyer')]
  await shop.post('/auth/register/', { ...idle, type: 'enroll' })
  await shop.post('/auth/register/', { ...buyer, type: 'enroll' })
  const { batchId } = await sellCourse(shop.db)
  await shop.db.query(`insert into enrolments (user_id, batch_id, created_at) select id, $2, now() from users where email = $1`, [
    buyer.email,
    batchId,
  ])
  await shop.passTime('61 seconds')
  expect((await askFor(shop, access, { email: buyer.email, phone: person.phone_number })).statusCode).toBe(409)
  await changeTo(shop, { access } as SignedIn, { email: idle.email, phone: person.phone_number })
  expect(await accountsOf(shop, idle.email)).toEqual([{ full_name: person.full_name }])
})

test('a registration with an unpaid order yields to the owner', async () => {
  const shop = await createPayingShop()
  const { access, person } = await signInLongAgo(shop)
  const squatter = newPerson('Squatter')
  const registered = await shop.post('/auth/register/', { ...squatter, type: 'enroll' })
  const theirs = registered.json<{ access: string }>().access
  const { batchId } = await sellCourse(shop.db)
  expect((await shop.post(`/payment/start-payment/${batchId}/`, undefined, theirs)).statusCode).toBe(200)
  await shop.passTime('61 seconds')
  await changeTo(shop, { access } as SignedIn, { email: squatter.email, phone: person.phone_number })
  expect(await accountsOf(shop, squatter.email)).toEqual([{ full_name: person.full_name }])
  expect((await shop.get('/auth/profile/', theirs)).statusCode).toBe(401)
})

test('a concurrent change and registration leave one account per address', async () => {
  const shop = await createTestApp({ factor: 100_000 })
  for (let round = 0; round < 8; round += 1) {
    const { access, person } = await signInLongAgo(shop)
    const rival = newPerson('Rival')
    await askFor(shop, access, { email: rival.email, phone: person.phone_number })
    const otp = await codeSentTo(shop, rival.email)
    const [changed, registered, repeated] = await Promise.all([
      confirm(shop, access, rival.email, otp),
      shop.post('/auth/register/', { ...rival, type: 'enroll' }),
      shop.post('/auth/register/', { ...rival, type: 'register' }),
    ])
    expect(changed.statusCode).toBe(200)
    expect([201, 409]).toContain(registered.statusCode)
    expect([201, 409, 429]).toContain(repeated.statusCode)
    expect(await accountsOf(shop, rival.email)).toEqual([{ full_name: person.full_name }])
  }
})

test('a concurrent verification and change give the address to one account', async () => {
  const shop = await createTestApp({ factor: 100_000 })
  for (let round = 0; round < 8; round += 1) {
    const { access, person } = await signInLongAgo(shop)
    const rival = newPerson('Rival')
    await shop.post('/auth/register/', { ...rival, type: 'register' })
    const signInCode = await codeSentTo(shop, rival.email)
    await shop.passTime('61 seconds')
    await askFor(shop, access, { email: rival.email, phone: person.phone_number })
    const changeCode = await codeSentTo(shop, rival.email)
    const [changed, entered] = await Promise.all([
      confirm(shop, access, rival.email, changeCode),
      shop.post(`/auth/verify-otp/?email=${rival.email}`, { otp: signInCode }),
    ])
    expect([200, 409]).toContain(changed.statusCode)
    expect(entered.statusCode).toBe(200)
    const owner = changed.statusCode === 200 ? person.full_name : 'Rival'
    expect(await accountsOf(shop, rival.email)).toEqual([{ full_name: owner }])
    expect(entered.json<SignedIn>().user.full_name).toBe(owner)
  }
})

test('of two students who confirm one phone, one gets 409', async () => {
  const shop = await createTestApp()
  const [one, two] = [await signInLongAgo(shop), await signInLongAgo(shop)]
  const phone = newPerson().phone_number
  await askFor(shop, one.access, { email: one.person.email, phone })
  await askFor(shop, two.access, { email: two.person.email, phone })
  const codes = [await codeSentTo(shop, one.person.email), await codeSentTo(shop, two.person.email)] as const
  const answers = await Promise.all([
    confirm(shop, one.access, one.person.email, codes[0]),
    confirm(shop, two.access, two.person.email, codes[1]),
  ])
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await shop.db.query('select 1 from users where phone = $1', [phone])).rowCount).toBe(1)
})
