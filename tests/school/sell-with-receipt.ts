import { extractText, getDocumentProxy } from 'unpdf'
import { readSiteSettings } from '#contract/site/content.ts'
import type { BuyerInput } from '#contract/money/buyer.ts'
import type { PaymentRecord } from '#contract/money/payments.ts'
import { createPayingShop, type PayingShop } from './create-paying-shop.ts'
import { sellCourse } from './sell-course.ts'
import { signIn } from './sign-in.ts'

const site = readSiteSettings.example.answer as Record<string, unknown>

/** Replaces the school's settings by those of the example with some changes. */
export async function configureSite(shop: PayingShop, change: object): Promise<void> {
  await shop.db.query(
    `insert into site_settings (settings) values ($1) on conflict (id) do update set settings = excluded.settings`,
    [JSON.stringify({ ...site, ...change })],
  )
}

export const putBuyer = (shop: PayingShop, access: string, buyer: object) =>
  shop.app.inject({
    method: 'PUT',
    url: '/api/payment/buyer/',
    headers: { authorization: `Bearer ${access}` },
    payload: buyer,
  })

export async function buy(shop: PayingShop, batchId: number, student?: Awaited<ReturnType<typeof signIn>>) {
  const buyer = student ?? (await signIn(shop))
  const triple = await shop.pay((await shop.start(batchId, buyer.access)).order_id)
  const verified = await shop.post(`/payment/payment-verify/${batchId}/`, triple, buyer.access)
  if (verified.statusCode !== 200) throw new Error(verified.body)
  return { ...buyer, triple }
}

/** A shop with one paid enrolment for ₹41,500. @param change the school's settings. @param buyer saved before the start */
export async function sold(change: object = {}, buyerInput?: BuyerInput, discounts?: { value: string }[]) {
  const shop = await createPayingShop()
  await configureSite(shop, change)
  const { batchId, courseId } = await sellCourse(shop.db, { price: 4_150_000, ...(discounts ? { discounts } : {}) })
  const student = await signIn(shop)
  if (buyerInput) {
    const saved = await putBuyer(shop, student.access, buyerInput)
    if (saved.statusCode !== 200) throw new Error(saved.body)
  }
  const buyer = await buy(shop, batchId, student)
  const history = async () => (await shop.get('/payment/payment-details/', buyer.access)).json<PaymentRecord[]>()
  const [payment] = await history()
  if (!payment?.receipt) throw new Error('no receipt')
  const { receipt } = payment
  const receiptText = async () => textOf((await shop.get(`/payment/receipts/${receipt.id}/pdf/`, buyer.access)).rawPayload)
  return { shop, batchId, courseId, buyer, history, payment, receipt, receiptText }
}

/** Returns the text of a PDF with single spaces. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

/** A word that only a school with a GSTIN may use. */
export const taxWord = /\b(?:taxe?s?|taxable|[ciu]?gst(?:in)?|sgst|utgst|sac|invoice|reverse charge|place of supply)\b/i
