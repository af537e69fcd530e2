import sharp from 'sharp'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { drawDocument } from './index.tsx'
import type { PrintedReceipt } from './printed.ts'

const printed: PrintedReceipt = {
  brand: 'Karyashala',
  supplier: {
    legal_name: 'Karyashala Learning Private Limited',
    address: ['14 Chafekar Lane', 'Pune, Maharashtra 411005'],
    gstin: '27ABCDE1234F1Z5',
    email: 'hello@karyashala.example',
    phone: '020 5550 0142',
  },
  student: { name: 'Asha Patil', email: 'asha@example.com' },
  sold: {
    course_title: 'Cloud Architecture',
    batch_type: 'Weekday evening',
    starts_at: '2026-12-07T14:00:00.000Z',
    time_text: '7:30 PM – 9:00 PM IST',
  },
  payment_id: 'pay_MxT1bYcQdW2kPz',
  paid_at: '2026-11-21T09:30:00.000Z',
  amount_paise: 4_150_000,
  tax: { sac: '999293', rate: 18, taxable_paise: 3_516_950, cgst_paise: 316_525, sgst_paise: 316_525, igst_paise: 0 },
}
/** As issued now, with everything that an invoice for a company prints. */
const invoice: PrintedReceipt = {
  ...printed,
  supplier: { ...printed.supplier, state: { code: '27', name: 'Maharashtra' } },
  buyer: {
    company_name: 'Deccan Software Services Private Limited',
    gstin: '29ABCDE1234F1ZW',
    address: '4th floor, Tower B, Manyata Tech Park\nBengaluru 560045',
    state: { code: '29', name: 'Karnataka' },
  },
  place_of_supply: { code: '29', name: 'Karnataka' },
  price: { list_paise: 5_187_500, discount_paise: 1_037_500, discount_text: '20%' },
  tax: { sac: '999293', rate: 18, taxable_paise: 3_516_949, cgst_paise: 0, sgst_paise: 0, igst_paise: 633_051 },
}
const receipt = { kind: 'receipt', serial: 'KS/2627/000012', issued_at: '2026-11-21T18:30:00.000Z', printed } as const

async function read(document: unknown): Promise<{ text: string; pages: number; height: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(await drawDocument(document)))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  const { height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages, height: Math.round(height) }
}

test('a tax invoice contains all required details', async () => {
  const { text, pages } = await read(receipt)
  for (const part of [
    'Karyashala Learning Private Limited',
    'GSTIN 27ABCDE1234F1Z5',
    'KS/2627/000012',
    '22 November 2026',
    'Asha Patil',
    'Cloud Architecture',
    'Weekday evening',
    'SAC 999293',
    '₹35,169.50',
    'CGST 9%',
    'SGST 9%',
    '₹3,165.25',
    '₹41,500.00',
    'pay_MxT1bYcQdW2kPz',
    'Rupees forty-one thousand five hundred only',
    'Tax invoice and receipt',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('IGST')
  expect(pages).toBe(1)
})

test('a supply to another state shows only IGST', async () => {
  const tax = { ...printed.tax, cgst_paise: 0, sgst_paise: 0, igst_paise: 633_050 }
  const { text } = await read({ ...receipt, printed: { ...printed, tax } })
  expect(text).toContain('IGST 18% ₹6,330.50')
  expect(text).not.toMatch(/CGST|SGST|Place of supply/)
})

test('without a GSTIN the receipt shows no tax', async () => {
  const { text } = await read({
    ...receipt,
    printed: { ...printed, tax: null, supplier: { ...printed.supplier, gstin: null } },
  })
  expect(text).toContain('Payment receipt')
  expect(text).not.toMatch(/tax|GST|SAC|invoice/i)
})

test('a refund voucher names its receipt and payment', async () => {
  const { text, pages } = await read({
    kind: 'voucher',
    serial: 'KR/2627/000001',
    issued_at: '2026-11-25T09:30:00.000Z',
    printed: {
      ...printed,
      amount_paise: 500_050,
      tax: null,
      refund_id: 'rfnd_MxT1bYcQdW2kPz',
      receipt: { serial: 'KS/2627/000012', issued_at: '2026-11-21T09:30:00.000Z' },
    },
  })
  for (const part of [
    'Refund voucher',
    'KR/2627/000001',
    'receipt KS/2627/000012',
    'rfnd_MxT1bYcQdW2kPz',
    '₹5,000.50',
    '5 to 10 working days',
  ]) {
    expect(text).toContain(part)
  }
  expect(pages).toBe(1)
})

const notes = ['credit_note', 'financial_credit_note', 'refund_note'] as const

test('each document of today is one page A4', async () => {
  const { price: _, paid_at: __, ...shared } = invoice
  const note = { ...shared, refund_id: 'rfnd_1', reason: 'The enrolment was cancelled.', receipt: null }
  const documents = [
    { ...receipt, printed: invoice },
    { ...receipt, printed: { ...invoice, tax: null, supplier: { ...invoice.supplier, gstin: null } } },
    ...notes.map((kind) => ({
      kind: 'note',
      note: kind,
      serial: 'KC/2627/000001',
      issued_at: receipt.issued_at,
      printed: kind === 'credit_note' ? note : { ...note, tax: null },
    })),
  ]
  for (const document of documents) expect(await read(document)).toMatchObject({ pages: 1, height: 842 })
})

test.each(['मीरा नायर', 'Łukasz Ćwik', 'Nguyễn Văn An', "D'Souza-Fernandes"])(
  'draws the name %s in readable glyphs',
  async (name) => {
    const { text } = await read({ ...receipt, printed: { ...printed, student: { ...printed.student, name } } })
    expect(text.normalize('NFC').replaceAll(/\s/g, '')).toContain(name.normalize('NFC').replaceAll(/\s/g, ''))
  },
)

test('long or hostile text stays text on one page', async () => {
  const long = `${'Advanced '.repeat(30)}<b>&amp;\u202e\r\nCourse ${'x'.repeat(200)}`
  const { text, pages } = await read({
    ...receipt,
    printed: { ...printed, student: { name: long, email: 'x'.repeat(200) }, sold: { ...printed.sold, course_title: long } },
  })
  expect(pages).toBe(1)
  expect(text).toContain('₹41,500.00')
  const company = { company_name: long, gstin: '29ABCDE1234F1ZW', address: `${long}\n`.repeat(9), state: invoice.buyer?.state }
  const hostile = await read({
    ...receipt,
    printed: { ...invoice, buyer: company, sold: { ...printed.sold, course_title: long } },
  })
  expect(hostile.pages).toBe(1)
  expect(hostile.text).toContain('₹41,500.00')
})

test('an invoice prints the whole address of the company', async () => {
  const addressOf = async (address: string) =>
    (await read({ ...receipt, printed: { ...invoice, buyer: { ...invoice.buyer, address } } })).text
  const longLine = 'Tower B, Manyata Embassy Business Park, Outer Ring Road, near the Hebbal flyover, Nagavara, Bengaluru 560045'
  expect(await addressOf(longLine)).toContain(longLine)
  const lines = ['Unit 4-B', 'Seventh floor', 'Sai Chambers', 'Lane 5', 'Baner Road', 'Baner', 'Pune 411045']
  expect(await addressOf(lines.join('\n'))).toContain('Unit 4-B Seventh floor Sai Chambers Lane 5 Baner Road, Baner, Pune 411045')
})

test.each([
  [100, 'Rupees one only'],
  [149_999, 'Rupees one thousand four hundred ninety-nine and ninety-nine paise only'],
  [12_50_00_000, 'Rupees twelve lakh fifty thousand only'],
  [2_00_00_019_01, 'Rupees two crore nineteen and one paise only'],
])('%i paise are %s', (paise, text) => {
  expect(amountInWords(paise)).toBe(text)
})

test('documents are drawn with the look of the school', async () => {
  const jpeg = (
    await sharp({ create: { width: 480, height: 120, channels: 3, background: '#7a1f3d' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
  const look = { accent: '#7a1f3d', wordmark: 'Vidya', picture: null }
  const documents = [{ ...receipt, printed: invoice }, certificate]
  for (const document of documents) {
    const own = await drawn(await drawDocument(document))
    expect(own).toMatchObject({ pictures: 0, text: expect.stringContaining('Karyashala') as string })
    const worded = await drawn(await drawDocument(document, look))
    expect(worded).toMatchObject({ pictures: 0, text: expect.stringContaining('Vidya') as string })
    expect(worded.colours).not.toEqual(own.colours)
    for (const isLogo of [true, false]) {
      const pictured = await drawn(await drawDocument(document, { ...look, picture: { jpeg, isLogo } }))
      expect(pictured.pictures).toBe(1)
      expect(pictured.text.includes('Vidya')).toBe(!isLogo)
    }
  }
})

const certificate = {
  kind: 'certificate',
  number: 'KS-7F3K-92QD',
  holder: 'Asha Patil',
  course_title: 'Cloud Architecture',
  school: 'Karyashala',
  rule: 'attendance',
  wanted_percent: 75,
  classes: 24,
  minutes: 2160,
  exercises: 0,
  accepted: 0,
  built: [],
  signatory_name: null,
  signatory_title: '',
  first_day: '2026-08-03',
  last_day: '2026-11-20',
  issued_at: '2026-11-21T18:30:00.000Z',
  revoked: false,
  verify_url: 'https://school.example/verify/KS-7F3K-92QD',
} as const

/** What a page draws: its text, the colours of its fills, and how many pictures. */
async function drawn(bytes: Uint8Array): Promise<{ text: string; colours: string[]; pictures: number }> {
  const { OPS } = await getResolvedPDFJS()
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList()
  const colours = fnArray.flatMap((operation, at) => (operation === OPS.setFillRGBColor ? [String(argsArray[at])] : []))
  const pictures = fnArray.filter((operation) => operation === OPS.paintImageXObject).length
  return { text: text.replaceAll(/\s+/g, ' '), colours: [...new Set(colours)].toSorted(), pictures }
}

test('rejects an invalid document', async () => {
  await expect(drawDocument({ ...receipt, serial: 'KS/2627/000012/TOO-LONG' })).rejects.toThrow()
  await expect(drawDocument({ kind: 'receipt' })).rejects.toThrow()
})
