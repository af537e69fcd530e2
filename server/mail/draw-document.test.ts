import { expect, test } from 'vitest'
import type { PrintedDocument } from './documents/printed.ts'
import { drawDocument } from './draw-document.ts'

const document: PrintedDocument = {
  kind: 'receipt',
  serial: 'KS/2627/000012',
  issued_at: '2026-11-21T09:30:00.000Z',
  printed: {
    brand: 'Karyashala',
    supplier: { legal_name: 'Karyashala', address: [], gstin: null, email: '', phone: '' },
    student: { name: 'Asha Patil', email: 'asha@example.com' },
    sold: { course_title: 'Cloud', batch_type: 'Evening', starts_at: '2026-12-07T14:00:00.000Z', time_text: '7 PM' },
    payment_id: 'pay_1',
    paid_at: '2026-11-21T09:30:00.000Z',
    amount_paise: 100,
    tax: null,
  },
}

test('what is asked at once is drawn in a thread, each for its own asker, and one that can not be drawn fails alone', async () => {
  const bad = { ...document, serial: '' }
  const answers = await Promise.allSettled([document, bad, document].map((one) => drawDocument(one)))
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await drawDocument(document)).subarray(0, 5).toString()).toBe('%PDF-')
})
