import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Gstr1 } from '#contract/money/staff/month.ts'
import { buy, configureSite, putBuyer } from '#tests/school/sell-with-receipt.ts'
import { createPayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'

const documents = 20_000

test('reads a month of 20,000 documents within five seconds', async () => {
  const shop = await createPayingShop()
  await configureSite(shop, { gstin: '27ABCDE1234F1Z0' })
  const { batchId } = await sellCourse(shop.db, { price: 118_000 })
  const student = await signIn(shop)
  const company = { company_name: 'Example Private Limited', address: '4 Baner Road, Pune 411045' }
  await putBuyer(shop, student.access, { ...company, state_code: '27', gstin: '27AAPFU0939F1ZV' })
  await buy(shop, batchId, student)
  await shop.db.query(
    `with made as (
       insert into payments (provider_payment_id, order_id, amount_paise, currency, status, disposition, created_at, captured_at)
       select 'pay_' || n, p.order_id, p.amount_paise, 'INR', 'captured', 'enrolled', app_now(), app_now()
       from payments p, generate_series(2, ${documents}) n returning id)
     insert into receipts (payment_id, financial_year, number, issued_at, printed)
     select m.id, r.financial_year, 1 + row_number() over (order by m.id), r.issued_at, r.printed from made m, receipts r`,
  )
  await shop.db.query('analyze')
  const finance = await addStaff(shop, 'finance')
  const { rows } = await shop.db.query<{ month: string }>(
    `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month`,
  )
  const of = `month=${rows[0]?.month ?? ''}`
  const get = async (path: string) => {
    const begun = performance.now()
    const answer = await shop.app.inject({ url: `/api/staff/${path}`, headers: { ...shop.asStaff('finance', finance) } })
    expect([answer.statusCode, performance.now() - begun < 5000], `${path} took ${performance.now() - begun} ms`).toEqual([
      200,
      true,
    ])
    return answer
  }
  const month = (await get(`gstr1/?${of}`)).json<Gstr1>()
  expect(month).toMatchObject({
    sections: { b2b: { rows: documents } },
    differences: [],
    notes: [],
    ledger_taxable_paise: 100_000 * documents,
  })
  const lines = parse<Record<string, string>>((await get(`gstr1/export/?${of}&section=b2b`)).body, { columns: true })
  expect([lines.length, new Set(lines.map((line) => line['Invoice Number'])).size]).toEqual([documents, documents])
  const vouchers = (await get(`books/tally/?${of}`)).body
  expect(vouchers.match(/<VOUCHER /g)).toHaveLength(2 * documents)
  expect(parse((await get(`gstr1/export/?${of}&section=docs`)).body, { columns: true })).toMatchObject([
    { 'Total Number': String(documents) },
  ])
})
