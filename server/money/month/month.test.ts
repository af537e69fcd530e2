import { parse } from 'csv-parse/sync'
import { Parser } from 'saxen'
import { expect, test } from 'vitest'
import { type Gstr1, gstr1Files } from '#contract/money/staff/month.ts'
import { buy, configureSite, putBuyer } from '#tests/school/sell-with-receipt.ts'
import { createPayingShop, type PayingShop } from '#tests/school/create-paying-shop.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { signIn } from '#tests/school/sign-in.ts'
import { addStaff } from '#tests/school/staff.ts'
import { staffClient } from '#tests/school/staff-client.ts'
import { operator } from '#server/platform/auth/principal.ts'
import { requestRefund } from '#server/money/refunds/queue-refund.ts'

const gstin = '27ABCDE1234F1Z0'
const company = { company_name: 'Example Private Limited', address: '4 Baner Road, Pune 411045' }
type Line = Record<string, string>

async function openSchool(change: object = { gstin }) {
  const shop = await createPayingShop()
  await configureSite(shop, change)
  const finance = await addStaff(shop, 'finance')
  const call = staffClient(shop, 'finance', finance)
  const { rows } = await shop.db.query<{ month: string }>(
    `select to_char(app_now() at time zone 'Asia/Kolkata', 'YYYY-MM') as month`,
  )
  const month = rows[0]?.month ?? ''
  const download = async (section: string, of = month) => {
    const answer = await shop.app.inject({
      url: `/api/staff/gstr1/export/?month=${of}&section=${section}`,
      headers: { ...shop.asStaff('finance', finance) },
    })
    expect([answer.statusCode, answer.body.charAt(0) === '\ufeff']).toEqual([200, false])
    return parse<Line>(answer.body, { columns: true })
  }
  const read = async (of = month) => (await call('GET', `gstr1/?month=${of}`)).as<Gstr1>()
  return { shop, call, month, download, read, finance }
}

async function sell(shop: PayingShop, price: number, buyer?: { state_code: string; gstin?: string }) {
  const { batchId } = await sellCourse(shop.db, { price })
  const student = await signIn(shop)
  if (buyer) {
    const saved = await putBuyer(shop, student.access, buyer.gstin ? { ...company, ...buyer } : buyer)
    if (saved.statusCode !== 200) throw new Error(saved.body)
  }
  const { triple } = await buy(shop, batchId, student)
  return { ...student, paymentId: triple.razorpay_payment_id }
}

async function refund(shop: PayingShop, providerId: string, amountPaise: number | null): Promise<void> {
  const { rows } = await shop.db.query<{ id: number }>(`select id::int from payments where provider_payment_id = $1`, [
    providerId,
  ])
  const reason = 'The class came too early.'
  await requestRefund(shop.deps, operator, { paymentId: rows[0]?.id ?? 0, reason, keepsAccess: true, amountPaise })
  await shop.sendRefunds()
  await shop.deliverWebhooks()
}

const paise = (rupees: string | undefined) => Math.round(Number(rupees ?? '') * 100)
const sum = (lines: Line[], column: string) => lines.reduce((total, line) => total + paise(line[column]), 0)

test('the files of a month add up to the ledger', async () => {
  const { shop, download, read } = await openSchool()
  const registered = await sell(shop, 3_600_000, { state_code: '27', gstin: '27AAPFU0939F1ZV' })
  const far = await sell(shop, 11_800_001, { state_code: '29' })
  await sell(shop, 10_000_000, { state_code: '29' })
  const home = await sell(shop, 149_999)
  await refund(shop, registered.paymentId, 100_001)
  await refund(shop, far.paymentId, 333)
  await refund(shop, far.paymentId, 77_777)
  await refund(shop, home.paymentId, null)
  const month = await read()
  expect(month.differences).toEqual([])
  expect(month.sections).toMatchObject({
    b2b: { rows: 1 },
    b2cl: { rows: 1 },
    b2cs: { rows: 2 },
    cdnr: { rows: 1 },
    cdnur: { rows: 2 },
    hsn: { rows: 2 },
    docs: { rows: 2 },
  })
  const files = Object.fromEntries(
    await Promise.all(gstr1Files.map(async (section) => [section, await download(section)] as const)),
  )
  for (const section of ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn'] as const) {
    const lines = files[section] ?? []
    expect([lines.length, sum(lines, 'Taxable Value')], section).toEqual([
      month.sections[section].rows,
      month.sections[section].taxable_paise,
    ])
  }
  const net = (['b2b', 'b2cl', 'b2cs'] as const).map((section) => month.sections[section])
  const back = (['cdnr', 'cdnur'] as const).map((section) => month.sections[section])
  for (const [part, ledger] of [
    ['taxable_paise', month.ledger_taxable_paise],
    ['tax_paise', month.ledger_tax_paise],
  ] as const) {
    const filed = net.reduce((all, one) => all + one[part], 0) - back.reduce((all, one) => all + one[part], 0)
    expect([filed, month.sections.hsn[part]], part).toEqual([ledger, ledger])
  }
  // What the payments and the refunds say, without a document.
  const { rows } = await shop.db.query<{ paise: number }>(
    `select ((select sum(amount_paise) from payments) - (select sum(amount_paise) from refunds))::int as paise`,
  )
  expect(month.ledger_taxable_paise + month.ledger_tax_paise).toBe(rows[0]?.paise)
  expect([...(files['hsn_b2b'] ?? []), ...(files['hsn_b2c'] ?? [])]).toEqual(files['hsn'])
  expect(sum(files['hsn'] ?? [], 'Total Value')).toBe(rows[0]?.paise)
})

test('a file has the columns of the offline tool', async () => {
  const { shop, download } = await openSchool()
  const registered = await sell(shop, 3_600_000, { state_code: '27', gstin: '27AAPFU0939F1ZV' })
  const far = await sell(shop, 11_800_000, { state_code: '26' })
  await refund(shop, registered.paymentId, 118_000)
  await refund(shop, far.paymentId, 118_000)
  const [invoice] = await download('b2b')
  expect(Object.entries(invoice ?? {})).toEqual([
    ['GSTIN/UIN of Recipient', '27AAPFU0939F1ZV'],
    ['Receiver Name', 'Example Private Limited'],
    ['Invoice Number', expect.stringMatching(/^KS\/\d{4}\/000001$/)],
    ['Invoice date', expect.stringMatching(/^\d\d-[A-Z][a-z]{2}-\d{4}$/)],
    ['Invoice Value', '36000.00'],
    ['Place Of Supply', '27-Maharashtra'],
    ['Reverse Charge', 'N'],
    ['Applicable % of Tax Rate', ''],
    ['Invoice Type', 'Regular B2B'],
    ['E-Commerce GSTIN', ''],
    ['Rate', '18'],
    ['Taxable Value', '30508.48'],
    ['Cess Amount', '0.00'],
  ])
  const { rows: logged } = await shop.db.query(
    `select operation, changes -> 'list' ->> 'after' as list, (changes -> 'rows' ->> 'after')::int as rows from audit_log
     where table_name = 'list_exports' order by id`,
  )
  expect(logged).toEqual([
    { operation: 'insert', list: 'tax-return', rows: null },
    { operation: 'update', list: null, rows: 1 },
  ])
  const heads = await Promise.all(
    ['b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn', 'docs'].map(async (section) =>
      Object.keys((await download(section))[0] ?? {}).join(','),
    ),
  )
  expect(heads).toEqual([
    'Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN',
    // Nothing is left below the threshold.
    '',
    'GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
    'UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount',
    'HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount',
    'Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled',
  ])
  expect(await download('cdnur')).toMatchObject([
    {
      'UR Type': 'B2CL',
      'Note Type': 'C',
      'Place Of Supply': '26-Dadra & Nagar Haveli & Daman & Diu',
      'Taxable Value': '1000.00',
    },
  ])
  expect(await download('docs')).toMatchObject([
    { 'Nature of Document': 'Invoices for outward supply', 'Total Number': '2', Cancelled: '0' },
    { 'Nature of Document': 'Credit Note', 'Total Number': '2', Cancelled: '0' },
  ])
})

test('what documents lack is said in words', async () => {
  const { shop, read } = await openSchool()
  await sell(shop, 118_000)
  await sell(shop, 236_000)
  await shop.db.query(`update payments set amount_paise = 236100 where amount_paise = 236000`)
  await shop.db.query(`delete from receipts where (printed ->> 'amount_paise')::int = 118000`)
  const { differences, ledger_taxable_paise: taxable, notes } = await read()
  expect(taxable).toBe(300_084)
  expect(differences).toEqual([
    'Maharashtra at 18 %: the documents have ₹2,000.00 and ₹360.00 of tax, the ledger has ₹3,000.84 and ₹540.16 of tax.',
    '1 payment of ₹1,180.00 has no invoice.',
    expect.stringMatching(
      /^KS\/\d{4}\/000002 prints ₹2,360\.00 with ₹2,000\.00 taxable\. The ledger has ₹2,361\.00 with ₹2,000\.84 taxable\.$/,
    ),
  ])
  expect(notes).toEqual([
    expect.stringMatching(/^KS\/\d{4}\/000001 is in no document of these books\. No restore explains it\.$/),
  ])
})

test('a gap of a restore is explained and no cancelled number', async () => {
  const { shop, download, read } = await openSchool()
  await sell(shop, 118_000)
  await shop.db.query(
    `insert into restores (snapshot_at, restored_at, answered_at, answer) values (app_now(), app_now(), app_now(), 'The next number is 7.')`,
  )
  await shop.db.query('update receipt_counters set last_number = last_number + 5')
  await sell(shop, 118_000)
  await sell(shop, 118_000)
  const { notes, differences, sections } = await read()
  expect(differences).toEqual([])
  expect(notes).toEqual([
    expect.stringMatching(
      /^KS\/\d{4}\/000002 to KS\/\d{4}\/000006 are in no document of these books\. The books were restored, and the answer of /,
    ),
  ])
  expect(sections.docs.rows).toBe(2)
  expect(await download('docs')).toMatchObject([
    { 'Sr. No. To': expect.stringMatching(/000001$/), 'Total Number': '1', Cancelled: '0' },
    { 'Sr. No. From': expect.stringMatching(/000007$/), 'Sr. No. To': expect.stringMatching(/000008$/), 'Total Number': '2' },
  ])
})

test('a school without a GSTIN files no return', async () => {
  const { shop, call, month } = await openSchool({ gstin: null })
  await sell(shop, 118_000)
  for (const path of [`gstr1/?month=${month}`, `gstr1/export/?month=${month}&section=b2b`]) {
    const answer = await call('GET', path)
    expect([answer.status, answer.error.code], path).toEqual([409, 'no_gstin'])
  }
})

test.each(['2026-13', '2017-06', '26-11', '2098-01', ''])('the month %j is refused', async (bad) => {
  const { call } = await openSchool()
  expect((await call('GET', `gstr1/?month=${bad}`)).status).toBe(400)
  expect((await call('GET', `gstr1/export/?month=${bad}&section=b2b`)).status).toBe(400)
})

test('support neither reads nor closes a month', async () => {
  const { shop, month } = await openSchool()
  const call = staffClient(shop, 'support', await addStaff(shop, 'support'))
  expect((await call('GET', `gstr1/?month=${month}`)).status).toBe(403)
  expect((await call('POST', `months/${month}/close/`)).status).toBe(403)
})

test('a closed month keeps its documents', async () => {
  const { shop, call, month, read } = await openSchool()
  const { paymentId } = await sell(shop, 118_000)
  expect([(await call('POST', `months/${month}/close/`)).error.code]).toEqual(['month_not_over'])
  await shop.passTime('32 days')
  const before = await read()
  const closed = await call('POST', `months/${month}/close/`)
  expect([closed.status, closed.as()]).toEqual([
    200,
    expect.objectContaining({ month, closed_at: expect.any(String), closed_by: expect.any(String) }),
  ])
  expect((await call('POST', `months/${month}/close/`)).error.code).toBe('month_closed')
  for (const sql of [
    `update receipts set printed = printed`,
    `delete from receipts`,
    `insert into refund_notes (refund_id, kind, financial_year, number, issued_at, printed)
     select 1, 'refund_note', financial_year, 1, issued_at, '{"tax": null}' from receipts`,
  ]) {
    await expect(shop.db.query(sql), sql).rejects.toThrow(`the month ${month} is closed`)
  }
  // The refund of a closed month is a note of this one.
  await refund(shop, paymentId, null)
  expect(await read()).toEqual(before)
  const { rows } = await shop.db.query<{ month: string }>(
    `select to_char(n.issued_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month from refund_notes n`,
  )
  expect(rows).toHaveLength(1)
  expect(rows).not.toContainEqual({ month })
  const { items } = (await call('GET', 'months/')).as<{ items: { month: string; closed_at: string | null }[] }>()
  expect(items.filter((one) => one.closed_at !== null).map((one) => one.month)).toEqual([month])
  const { rows: logged } = await shop.db.query(
    `select operation, row_id, audited_name(table_name, row_id) as name from audit_log where table_name = 'closed_months'`,
  )
  expect(logged).toEqual([{ operation: 'insert', row_id: `${month}-01`, name: month }])
})

test('two people who close a month close it once', async () => {
  const { shop, call, month } = await openSchool()
  await sell(shop, 118_000)
  await shop.passTime('32 days')
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', `months/${month}/close/`)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

/** A voucher as another program reads it: its fields, and its lines. */
interface TallyVoucher {
  remoteId: string
  fields: Record<string, string>
  lines: Record<string, string>[]
}

/** Reads the vouchers with a parser of XML, which refuses a file that is not well-formed. */
function readVouchers(body: string): TallyVoucher[] {
  const vouchers: TallyVoucher[] = []
  const open: string[] = []
  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) => {
    open.push(name)
    if (name === 'VOUCHER') vouchers.push({ remoteId: decode(attributes()['REMOTEID'] ?? ''), fields: {}, lines: [] })
    if (name === 'ALLLEDGERENTRIES.LIST') vouchers.at(-1)?.lines.push({})
  })
  parser.on('closeTag', () => void open.pop())
  parser.on('text', (text, decode) => {
    const [parent, name = ''] = open.slice(-2)
    const into = parent === 'VOUCHER' ? vouchers.at(-1)?.fields : vouchers.at(-1)?.lines.at(-1)
    if (into && text.trim() !== '') into[name] = decode(text)
  })
  const raise = (error: Error) => {
    throw error
  }
  parser.on('error', raise)
  parser.parse(body)
  expect(open).toEqual([])
  return vouchers
}

test('the vouchers of Tally balance and add up to the ledger', async () => {
  const { shop, month, finance, call, read } = await openSchool()
  const far = await sell(shop, 11_800_000, { state_code: '29' })
  await sell(shop, 149_999)
  await refund(shop, far.paymentId, 118_000)
  await shop.db.query(`update receipts set printed = jsonb_set(printed, '{student,name}', '"A & <B> \\"C\\""')`)
  await shop.db.query(
    `insert into settlements (provider_settlement_id, key_id, status, amount_paise, fee_paise, tax_paise, utr, settled_at, booked_on, read_at)
     select 'setl_1', 'key', 'processed', 976400, 23600, 3600, 'KRY1', app_now(), (app_now() at time zone 'Asia/Kolkata')::date, app_now()`,
  )
  const headers = { ...shop.asStaff('finance', finance) }
  const { body } = await shop.app.inject({ url: `/api/staff/books/tally/?month=${month}`, headers })
  const vouchers = readVouchers(body)
  expect(vouchers.map((voucher) => voucher.fields['VOUCHERTYPENAME'])).toEqual([
    'Sales',
    'Receipt',
    'Sales',
    'Receipt',
    'Credit Note',
    'Payment',
    'Payment',
    'Contra',
  ])
  expect(new Set(vouchers.map((voucher) => voucher.remoteId)).size).toBe(vouchers.length)
  const balance = new Map<string, number>()
  for (const voucher of vouchers) {
    const { lines } = voucher
    expect(
      lines.reduce((total, line) => total + paise(line['AMOUNT']), 0),
      voucher.fields['VOUCHERNUMBER'],
    ).toBe(0)
    for (const line of lines) {
      expect(line['ISDEEMEDPOSITIVE'] === 'Yes').toBe(paise(line['AMOUNT']) < 0)
      balance.set(line['LEDGERNAME'] ?? '', (balance.get(line['LEDGERNAME'] ?? '') ?? 0) + paise(line['AMOUNT']))
    }
  }
  const ledger = await read()
  const output = ['Output CGST', 'Output SGST', 'Output IGST'].reduce((total, name) => total + (balance.get(name) ?? 0), 0)
  expect([balance.get('Course fees'), output]).toEqual([ledger.ledger_taxable_paise, ledger.ledger_tax_paise])
  // Everybody has paid, and the rest is at the provider until it is settled.
  expect([balance.get('Students'), balance.get('Razorpay')]).toEqual([0, -(11_800_000 + 149_999 - 118_000 - 1_000_000)])
  expect(vouchers[0]?.fields['NARRATION']).toBe('A & <B> "C"')
  const { books } = (await call('GET', `books/?month=${month}`)).as<{ books: Record<string, { rows: number; paise: number }> }>()
  expect(books).toEqual({
    sales: { rows: 2, paise: 11_949_999 },
    receipts: { rows: 2, paise: 11_949_999 },
    refunds: { rows: 1, paise: 118_000 },
    fees: { rows: 1, paise: 23_600 },
  })
  const columns: Record<string, string[]> = {
    sales: ['Amount'],
    receipts: ['Amount'],
    refunds: ['Amount'],
    fees: ['Fee', 'Tax on the fee'],
  }
  for (const [book, names] of Object.entries(columns)) {
    const file = await shop.app.inject({ url: `/api/staff/books/export/?month=${month}&book=${book}`, headers })
    const lines = parse<Line>(file.body, { bom: true, columns: true })
    expect([lines.length, names.reduce((total, name) => total + sum(lines, name), 0)], book).toEqual([
      books[book]?.rows,
      books[book]?.paise,
    ])
  }
})

test('vouchers name the ledgers of the school', async () => {
  const names = { tally_sales: 'Fees & <others>', tally_returns: 'Fees "returned"', tally_provider: 'Razorpay शाळा' }
  const { shop, month, finance, call } = await openSchool({ gstin, ...names })
  const { paymentId } = await sell(shop, 118_000)
  await refund(shop, paymentId, null)
  const headers = { ...shop.asStaff('finance', finance) }
  const vouchers = readVouchers((await shop.app.inject({ url: `/api/staff/books/tally/?month=${month}`, headers })).body)
  const used = [...new Set(vouchers.flatMap(({ lines }) => lines.map((line) => line['LEDGERNAME'] ?? '')))]
  expect(used.toSorted()).toEqual([
    'Fees "returned"',
    'Fees & <others>',
    'Output CGST',
    'Output SGST',
    'Razorpay शाळा',
    'Students',
  ])
  const { ledgers } = (await call('GET', `books/?month=${month}`)).as<{ ledgers: string[] }>()
  expect(ledgers).toEqual(expect.arrayContaining(used))
  expect(ledgers).not.toContain('Output UTGST')
})

test('a refund voucher of an earlier version is in the books', async () => {
  const { shop, month, finance, call, read } = await openSchool()
  const { paymentId } = await sell(shop, 236_000)
  await refund(shop, paymentId, 118_000)
  await shop.db.query(
    `insert into refund_vouchers (refund_id, financial_year, number, issued_at, printed)
     select refund_id, financial_year, 7, issued_at, printed - 'buyer' - 'place_of_supply' - 'reason' from refund_notes`,
  )
  await shop.db.query('delete from refund_notes')
  const { books } = (await call('GET', `books/?month=${month}`)).as<{ books: Record<string, { rows: number; paise: number }> }>()
  expect(books['refunds']).toEqual({ rows: 1, paise: 118_000 })
  const headers = { ...shop.asStaff('finance', finance) }
  const file = await shop.app.inject({ url: `/api/staff/books/export/?month=${month}&book=refunds`, headers })
  expect(parse<Line>(file.body, { bom: true, columns: true })).toMatchObject([
    {
      Note: expect.stringMatching(/^KR\/\d{4}\/000007$/),
      Kind: 'Refund voucher',
      'Against invoice': expect.stringMatching(/^KS\//),
      'Taxable value': '1000.00',
      CGST: '90.00',
      Amount: '1180.00',
    },
  ])
  const vouchers = readVouchers((await shop.app.inject({ url: `/api/staff/books/tally/?month=${month}`, headers })).body)
  expect(vouchers.map((voucher) => voucher.fields['VOUCHERTYPENAME'])).toEqual(['Sales', 'Receipt', 'Credit Note', 'Payment'])
  const owed = vouchers.flatMap(({ lines }) => lines.filter((line) => line['LEDGERNAME'] === 'Students'))
  expect(sum(owed, 'AMOUNT')).toBe(0)
  expect((await read()).notes).toEqual([
    '1 refund voucher of ₹1,180.00 of an earlier version is in no section. The books have it as printed, and your accountant decides about the return.',
  ])
})

test('money without an invoice is in the books', async () => {
  const { shop, month, finance, call } = await openSchool()
  await sell(shop, 118_000)
  await shop.db.query('delete from receipts')
  const { books } = (await call('GET', `books/?month=${month}`)).as<{ books: Record<string, { rows: number }> }>()
  expect([books['sales']?.rows, books['receipts']?.rows]).toEqual([0, 1])
  const headers = { ...shop.asStaff('finance', finance) }
  const vouchers = readVouchers((await shop.app.inject({ url: `/api/staff/books/tally/?month=${month}`, headers })).body)
  expect(vouchers.map((voucher) => voucher.fields['VOUCHERTYPENAME'])).toEqual(['Receipt'])
})
