import { system } from '#server/platform/auth/principal.ts'
import { expect, test } from 'vitest'
import type { ExportedData } from '#contract/people/accounts.ts'
import { isGstin, states } from '#contract/indian-states.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { buy, configureSite, putBuyer, sold } from '#tests/school/sell-with-receipt.ts'
import { codeSentTo, signIn } from '#tests/school/sign-in.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'

const gstin = '27ABCDE1234F1Z0'
const company = {
  state_code: '29',
  company_name: 'Deccan Software Private Limited',
  gstin: '29ABCDE1234F1ZW',
  address: 'Tower B, Manyata Tech Park\nBengaluru 560045',
}

/** A started, unpaid order in a shop with a GSTIN. */
async function startedOrder() {
  const shop = await createPayingShop()
  await configureSite(shop, { gstin })
  const { batchId } = await sellCourse(shop.db)
  const student = await signIn(shop)
  const { order_id: orderId } = await shop.start(batchId, student.access)
  const pay = async () => {
    const triple = await shop.pay(orderId)
    return shop.post(`/payment/payment-verify/${batchId}/`, triple, student.access)
  }
  const printed = async () =>
    (
      await shop.db.query<{ place: string; igst: number }>(
        `select printed #>> '{place_of_supply,code}' as place, (printed #>> '{tax,igst_paise}')::int as igst from receipts`,
      )
    ).rows
  return { shop, batchId, ...student, pay, printed }
}

test('knows the 36 States and the check character of a GSTIN [PAY-51]', () => {
  expect(Object.keys(states)).toHaveLength(36)
  for (const real of ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', company.gstin]) expect(isGstin(real), real).toBe(true)
  for (const wrong of ['27AAPFU0939F1ZW', '72AAPFU0939F1ZV', '25AAPFU0939F1ZV', '27AAPFU0939F1YV', '27aapfu0939f1zv', ''])
    expect(isGstin(wrong), wrong).toBe(false)
})

test('saves the buyer and refuses what an invoice may not print [PAY-51]', async () => {
  const shop = await createPayingShop()
  const { access } = await signIn(shop)
  expect((await shop.get('/payment/buyer/', access)).json()).toEqual({ buyer: null })
  const wrong: [object, string][] = [
    [{ state_code: '28' }, 'state_code'],
    [{ ...company, gstin: '29ABCDE1234F1ZX' }, 'gstin'],
    [{ ...company, state_code: '27' }, 'gstin'],
    [{ ...company, company_name: undefined }, 'company_name'],
    [{ ...company, address: undefined }, 'address'],
    [{ ...company, address: '\u200b\u3164' }, 'address'],
    [{ ...company, address: '上海 600001' }, 'address'],
    [{ ...company, company_name: 'Deccan 😀' }, 'company_name'],
  ]
  for (const [body, field] of wrong) {
    const answer = await putBuyer(shop, access, body)
    expect([answer.statusCode, Object.keys(answer.json<object>())], JSON.stringify(body)).toEqual([
      400,
      expect.arrayContaining([field]),
    ])
  }
  expect((await shop.get('/payment/buyer/', access)).json()).toEqual({ buyer: null })
  expect((await putBuyer(shop, access, { ...company, gstin: ` ${company.gstin.toLowerCase()} ` })).json()).toEqual(company)
  expect((await shop.get('/payment/buyer/', access)).json()).toEqual({ buyer: company })
  expect((await putBuyer(shop, access, { ...company, address: 'சென்னை 600001' })).statusCode).toBe(200)
  const marathi = { state_code: '27', company_name: 'पुणे तंत्रज्ञान', address: '१४, चाफेकर गल्ली – “अ”' }
  expect((await putBuyer(shop, access, marathi)).json()).toEqual({ ...marathi, gstin: null })
  expect((await putBuyer(shop, access, { ...company, gstin: null })).json()).toMatchObject({
    gstin: ['This is not a valid GSTIN. Please check its 15 characters.'],
  })
  expect((await putBuyer(shop, access, { state_code: '27' })).json()).toEqual({
    state_code: '27',
    company_name: null,
    gstin: null,
    address: null,
  })
  expect((await shop.get('/payment/buyer/', (await signIn(shop)).access)).json()).toEqual({ buyer: null })
  expect((await putBuyer(shop, 'x', company)).statusCode).toBe(401)
})

test('a buyer saved after the start is on the receipt [PAY-52]', async () => {
  const { shop, access, pay, printed } = await startedOrder()
  expect((await putBuyer(shop, access, company)).statusCode).toBe(200)
  expect((await pay()).statusCode).toBe(200)
  expect(await printed()).toEqual([{ place: '29', igst: 686_441 }])
  // A later buyer belongs to the next purchase.
  await putBuyer(shop, access, { state_code: '33' })
  await shop.deliverWebhooks()
  await reconcile(shop.deps, system)
  expect((await shop.db.query(`select buyer ->> 'state_code' as state from payment_orders`)).rows).toEqual([{ state: '29' }])
  expect(await printed()).toEqual([{ place: '29', igst: 686_441 }])
})

test('an order that is no longer live keeps its buyer [PAY-52]', async () => {
  const { shop, access, batchId, pay, printed } = await startedOrder()
  await putBuyer(shop, access, company)
  await shop.start(batchId, access)
  await shop.db.query(`update payment_orders set status = 'superseded'`)
  await putBuyer(shop, access, { state_code: '33' })
  expect((await pay()).statusCode).toBe(200)
  expect(await printed()).toEqual([{ place: '29', igst: 686_441 }])
})

test('a buyer saved during the start is on the receipt [PAY-53]', async () => {
  const shop = await createPayingShop()
  await configureSite(shop, { gstin })
  for (let round = 0; round < 4; round += 1) {
    const { batchId } = await sellCourse(shop.db)
    const student = await signIn(shop)
    const [saved] = await Promise.all([putBuyer(shop, student.access, company), shop.start(batchId, student.access)])
    expect(saved.statusCode).toBe(200)
    await buy(shop, batchId, student)
  }
  const { rows } = await shop.db.query(`select distinct printed #>> '{buyer,gstin}' as gstin from receipts`)
  expect(rows).toEqual([{ gstin: company.gstin }])
})

test("a start without a buyer takes the school's State [PAY-57]", async () => {
  const { pay, printed, shop, access } = await startedOrder()
  expect((await putBuyer(shop, access, { ...company, gstin: 'unknown' })).statusCode).toBe(400)
  expect((await pay()).statusCode).toBe(200)
  expect(await printed()).toEqual([{ place: '27', igst: 0 }])
})

test('another State pays IGST and the own State CGST and SGST [PAY-54]', async () => {
  const other = await sold({ gstin }, { state_code: '29' })
  const text = await other.receiptText()
  for (const part of [
    'Place of supply Karnataka (29)',
    'Taxable value IGST 18% Amount',
    '999293 ₹35,169.49 ₹6,330.51 ₹41,500.00',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/[CS]GST/)
  const own = await (await sold({ gstin }, { state_code: '27' })).receiptText()
  expect(own).toContain('CGST 9% SGST 9% Amount')
  expect(own).not.toContain('IGST')
  const territory = await (await sold({ gstin: `04${gstin.slice(2)}` })).receiptText()
  expect(territory).toContain('CGST 9% UTGST 9%')
})

test('an invoice prints every field of rule 46 [PAY-55]', async () => {
  const sale = await sold({ gstin, address: ['14 Chafekar Lane', 'Pune 411005'] }, company, [{ value: '20%' }])
  const text = await sale.receiptText()
  for (const part of [
    'Tax invoice and receipt',
    'Karyashala Learning LLP 14 Chafekar Lane Pune 411005 State Maharashtra, code 27 GSTIN 27ABCDE1234F1Z0',
    `Invoice number ${sale.receipt.serial}`,
    'Date ',
    'Place of supply Karnataka (29)',
    'Billed to Deccan Software Private Limited Tower B, Manyata Tech Park Bengaluru 560045 Karnataka (29) GSTIN 29ABCDE1234F1ZW',
    `Student ${sale.buyer.person.full_name}`,
    'Reverse charge No',
    `Payment ID ${sale.payment.razorpay_payment_id}`,
    'SAC Taxable value IGST 18% Amount',
    '999293 ₹28,135.59 ₹5,064.41 ₹33,200.00',
    'List price ₹41,500.00',
    'Discount 20% − ₹8,300.00',
    'Total paid ₹33,200.00',
    'Rupees thirty-three thousand two hundred only',
    'Computer-generated; no signature needed.',
  ])
    expect(text).toContain(part)
  expect(sale.receipt.serial.length).toBeLessThanOrEqual(16)
})

test('a receipt of an earlier version stays as printed [PAY-56]', async () => {
  const { shop, receipt, receiptText } = await sold({ gstin })
  await shop.db.query(`update receipts set printed = printed - 'price' - 'buyer' - 'place_of_supply' #- '{supplier,state}'`)
  const text = await receiptText()
  for (const part of [
    receipt.serial,
    'Taxable value of the live online course, SAC 999293 ₹35,169.50',
    'CGST 9% ₹3,165.25 SGST 9% ₹3,165.25',
    'Made by computer; valid without a signature.',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/Maharashtra \(27\)|List price/)
})

test('exports and erases the buyer, and keeps the invoice [PAY-58]', async () => {
  const { shop, buyer, receipt } = await sold({ gstin }, company)
  const { parts } = (await shop.get('/auth/export/', buyer.access)).json<ExportedData>()
  expect(parts).toMatchObject({ buyer: [company], orders: [company] })
  await shop.passTime('2 minutes')
  await shop.post('/auth/erase/', undefined, buyer.access)
  const otp = await codeSentTo(shop, buyer.person.email)
  expect((await shop.post('/auth/erase-verify/', { confirm: 'ERASE', otp }, buyer.access)).statusCode).toBe(200)
  expect((await putBuyer(shop, buyer.access, company)).statusCode).toBe(401)
  const { rows } = await shop.db.query(
    `select (select count(*)::int from buyers) as buyers, (select count(*)::int from payment_orders where buyer is not null) as orders,
       (select printed #>> '{buyer,gstin}' from receipts where id = $1) as printed`,
    [receipt.id],
  )
  expect(rows).toEqual([{ buyers: 0, orders: 0, printed: company.gstin }])
})
