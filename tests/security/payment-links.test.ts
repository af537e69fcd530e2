import { expect, test } from 'vitest'
import type { PaymentLinkRecord } from '#contract/money/staff/payment-links.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { newPerson, signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { everyRow } from './every-row.ts'
import { leaksOf } from './leaks-of.ts'

/** Two links, one copied and one mailed to an address without an account, and who made them. */
async function shopWithLinks() {
  const shop = await createPayingShop()
  const { batchId, courseId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const owner = staffClient(shop, 'owner', await addStaff(shop, 'owner'))
  const address = newPerson().email
  const make = async (given: object) => {
    const body = {
      student_id: null,
      email: null,
      batch_id: batchId,
      price_paise: 4_000_000,
      reason: 'Agreed on the phone.',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      ...given,
    }
    const record = (await owner('POST', 'payment-links/', { body })).as<PaymentLinkRecord>()
    return { ...record, secret: new URL(record.url ?? '').searchParams.get('offer') ?? '' }
  }
  const own = await make({ student_id: student.user.id })
  const mailed = await make({ email: address, mail: true })
  return { shop, batchId, courseId, student, owner, address, own, mailed }
}

test('no row, line or list has the secret [SEC-144]', async () => {
  const { shop, batchId, student, owner, own, mailed } = await shopWithLinks()
  // The mail still waits, so the dump has its sealed form.
  const dump = await everyRow(shop.db)
  for (const { secret } of [own, mailed]) {
    expect(secret).toMatch(/^[\w-]{43}$/)
    await shop.post('/payment/link/', { batch_id: batchId, offer: secret })
    await shop.post('/payment/link/open/', { batch_id: batchId, offer: secret }, student.access)
    expect(dump.filter((row) => row.includes(secret))).toEqual([])
    const lists = ['payment-links/', `payment-links/${own.id}/`, 'audit/'].map(async (path) => {
      const answer = await owner('GET', path)
      expect(answer.status, path).toBe(200)
      expect(JSON.stringify(answer.as<object>()), path).not.toContain(secret)
    })
    await Promise.all(lists)
  }
  await shop.app.inject({ method: 'GET', url: `/razarpayment/${batchId}?offer=${own.secret}` })
  shop.deps.log.error({ err: new Error(`GET /razarpayment/${batchId}?offer=${own.secret}`) }, 'a failure')
  expect(leaksOf(shop.logged)).toEqual([])
  const data = await shop.get('/auth/export/', student.access)
  expect(data.body).not.toContain(own.secret)
})

test('nobody but its person is told whose a link is [SEC-144]', async () => {
  const { shop, batchId, student, address, own, mailed } = await shopWithLinks()
  const other = await signIn(shop)
  for (const { secret } of [own, mailed]) {
    const body = { batch_id: batchId, offer: secret }
    for (const answer of [await shop.post('/payment/link/', body), await shop.post('/payment/link/open/', body, other.access)]) {
      expect(answer.statusCode).toBe(200)
      for (const word of [student.person.email, student.person.full_name, address, 'Agreed'])
        expect(answer.body).not.toContain(word)
    }
  }
  expect((await shop.start(batchId, other.access)).amount).toBe(45_000)
  // A visitor can't open it in the name of somebody else.
  expect((await shop.post('/payment/link/open/', { batch_id: batchId, offer: own.secret })).statusCode).toBe(401)
  const named = { batch_id: batchId, offer: own.secret, student_id: other.user.id }
  expect((await shop.post('/payment/link/open/', named, other.access)).statusCode).toBe(400)
})

test('a link opens no other batch and no guessed secret [SEC-144]', async () => {
  const { shop, batchId, student, own } = await shopWithLinks()
  const { batchId: other } = await sellCourse(shop.db)
  const open = async (body: object) => (await shop.post('/payment/link/open/', body, student.access)).statusCode
  expect(await open({ batch_id: other, offer: own.secret })).toBe(404)
  expect(await open({ batch_id: batchId, offer: `${own.secret.slice(0, 42)}${own.secret.endsWith('A') ? 'B' : 'A'}` })).toBe(404)
  for (const offer of ['', 'short', `${own.secret}A`, ' '.repeat(43), null, {}])
    expect(await open({ batch_id: batchId, offer }), JSON.stringify(offer)).toBe(400)
  expect((await shop.start(other, student.access)).amount).toBe(45_000)
})
