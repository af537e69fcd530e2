import { expect, test } from 'vitest'
import type { Profile, SignedIn } from '#contract/people/accounts.ts'
import { askFor, confirm } from '#tests/school/change-profile.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { codeSentTo, newPerson } from '#tests/school/sign-in.ts'

/** A buyer who mistyped the address and has paid. */
async function payMistyped(shop: PayingShop) {
  const { batchId } = await sellCourse(shop.db)
  const person = newPerson('Asha Patil')
  const { access } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  const order = await shop.start(batchId, access)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id), access)
  return { person, access, right: { email: newPerson().email, phone: person.phone_number } }
}

const profileOf = async (shop: PayingShop, access: string) => (await shop.get('/auth/profile/', access)).json<Profile>().student

test('the session that paid corrects an unverified address [SEC-100]', async () => {
  const shop = await createPayingShop()
  const { person, access, right } = await payMistyped(shop)
  expect((await askFor(shop, access, right)).statusCode).toBe(200)
  expect((await profileOf(shop, access))?.user).toMatchObject({ email: person.email, verified: false })
  const before = (await shop.mails(person.email)).length
  expect((await confirm(shop, access, right.email, await codeSentTo(shop, right.email))).statusCode).toBe(200)
  expect(await profileOf(shop, access)).toMatchObject({ user: { email: right.email, verified: true }, phone: right.phone })
  const mails = await shop.mails(person.email)
  expect(mails).toHaveLength(before)
  expect(mails.some(({ text }) => text.includes('undo-change'))).toBe(false)
  const formerly = await shop.db.query('select proven from former_addresses where email = $1', [person.email])
  expect(formerly.rows).toEqual([{ proven: false }])
})

test('the mistyped address is free for its owner afterwards', async () => {
  const shop = await createPayingShop()
  const { person, access, right } = await payMistyped(shop)
  await askFor(shop, access, right)
  await confirm(shop, access, right.email, await codeSentTo(shop, right.email))
  await shop.passTime('61 seconds')
  const owner = { ...newPerson('Real Owner'), email: person.email }
  expect((await shop.post('/auth/register/', { ...owner, type: 'register' })).statusCode).toBe(201)
  const entered = await shop.post(`/auth/verify-otp/?email=${owner.email}`, { otp: await codeSentTo(shop, owner.email) })
  const payments = await shop.get('/payment/payment-details/', entered.json<SignedIn>().access)
  expect(payments.json()).toEqual([])
})

test('an unpaid registration cannot move its address [SEC-100]', async () => {
  const shop = await createPayingShop()
  const { batchId } = await sellCourse(shop.db)
  const person = newPerson()
  const { access } = (await shop.post('/auth/register/', { ...person, type: 'enroll' })).json<SignedIn>()
  const order = await shop.start(batchId, access)
  const right = { email: newPerson().email, phone: person.phone_number }
  expect((await askFor(shop, access, right)).statusCode).toBe(403)
  await shop.post(`/payment/payment-verify/${batchId}/`, await shop.pay(order.order_id, 'failed'), access)
  expect((await askFor(shop, access, right)).statusCode).toBe(403)
})

test('a session opened after the payment cannot move the address [SEC-100]', async () => {
  const shop = await createPayingShop()
  const { person, access, right } = await payMistyped(shop)
  await shop.db.query(
    `update sessions s set created_at = app_now() + interval '1 second'
     from users u where u.id = s.user_id and u.email = $1`,
    [person.email],
  )
  expect((await askFor(shop, access, right)).statusCode).toBe(403)
})

test('the owner who verifies first keeps the account [SEC-100]', async () => {
  const shop = await createPayingShop()
  const { person, access, right } = await payMistyped(shop)
  await askFor(shop, access, right)
  const otp = await codeSentTo(shop, right.email)
  await shop.passTime('61 seconds')
  await shop.post('/auth/login/', { email: person.email })
  const entered = await shop.post(`/auth/verify-otp/?email=${person.email}`, { otp: await codeSentTo(shop, person.email) })
  expect(entered.statusCode).toBe(200)
  expect((await confirm(shop, access, right.email, otp)).statusCode).toBe(401)
  expect((await profileOf(shop, entered.json<SignedIn>().access))?.user.email).toBe(person.email)
})

test('a verified address of another account is refused', async () => {
  const shop = await createPayingShop()
  const { access, right } = await payMistyped(shop)
  const other = newPerson()
  await shop.post('/auth/register/', { ...other, type: 'register' })
  await shop.post(`/auth/verify-otp/?email=${other.email}`, { otp: await codeSentTo(shop, other.email) })
  const answer = await askFor(shop, access, { ...right, email: other.email })
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { email: ['This email is already registered.'] }])
})
