import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PrintedDocument } from './printed.ts'
import { drawDocument, TooManyDrawings } from './draw-document.ts'

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

test('draws concurrent documents and only the invalid one fails', async () => {
  const bad = { ...document, serial: '' }
  const answers = await Promise.allSettled([document, bad, document].map((one) => drawDocument(one)))
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((await drawDocument(document)).subarray(0, 5).toString()).toBe('%PDF-')
})

test('does not draw a document again [SEC-056]', async () => {
  const first = await drawDocument({ ...document, serial: 'KS/2627/000013' })
  expect(await drawDocument({ ...document, serial: 'KS/2627/000013' })).toBe(first)
})

test('draws one document once for concurrent requests [SEC-056]', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => drawDocument({ ...document, serial: 'KS/2627/000014' })))
  expect(new Set(all).size).toBe(1)
})

/** Loads the module with a fake thread that answers on demand. */
async function withThread() {
  const threads: (EventEmitter & { terminate(): void })[] = []
  vi.resetModules()
  vi.doMock('node:worker_threads', () => ({
    Worker: class extends EventEmitter {
      constructor() {
        super()
        threads.push(this)
      }
      ref() {}
      unref() {}
      postMessage() {}
      terminate() {
        this.emit('exit')
      }
    },
  }))
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.doUnmock('node:worker_threads')
    vi.resetModules()
  })
  const module = await import('./draw-document.ts')
  return { ...module, threads, answer: () => threads.at(-1)?.emit('message', { pdf: new Uint8Array([1]) }) }
}

test('time in the queue does not count towards the timeout [SEC-056]', async () => {
  const { drawDocument, threads, answer } = await withThread()
  const pdfs = ['a', 'b', 'c'].map((serial) => drawDocument({ ...document, serial }))
  for (const pdf of pdfs) {
    vi.advanceTimersByTime(15_000)
    answer()
    expect((await pdf).length).toBe(1)
  }
  expect(threads).toHaveLength(1)
})

test('only the drawing that hangs fails [SEC-056]', async () => {
  const { drawDocument, threads, answer } = await withThread()
  const [hangs, waits] = ['a', 'b'].map((serial) => drawDocument({ ...document, serial }))
  vi.advanceTimersByTime(20_000)
  await expect(hangs).rejects.toThrow('has ended')
  answer()
  expect((await waits)?.length).toBe(1)
  expect(threads).toHaveLength(2)
})

test('a full queue rejects further documents [SEC-056]', async () => {
  const { drawDocument, TooManyDrawings: Refusal } = await withThread()
  // One is being drawn and two hundred wait.
  for (let serial = 0; serial <= 200; serial += 1) void drawDocument({ ...document, serial: String(serial) })
  await expect(drawDocument({ ...document, serial: 'one more' })).rejects.toThrow(Refusal)
  expect(Refusal.name).toBe(TooManyDrawings.name)
})
