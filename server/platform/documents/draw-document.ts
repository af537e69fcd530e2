import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { BrandLook } from '#server/platform/settings/brand-look.ts'
import type { PrintedDocument } from './printed.ts'
import type { Answered, Asked } from './worker.ts'

/** Timeout of one drawing in milliseconds, excluding the queue. A page takes 0.1 s, the first one 0.5 s. */
const drawingTimeout = 20_000
/** Documents that may wait for the thread: about twenty seconds of work. */
const longestQueue = 200
const largestCache = 32 * 1024 * 1024

interface Drawing {
  key: string
  document: PrintedDocument
  look: BrandLook | undefined
  resolve: (pdf: Buffer) => void
  reject: (error: Error) => void
}

/** Thrown when the queue is full. */
export class TooManyDrawings extends Error {}

/** Cached PDFs by content and look. The content never changes after issue. Least recently used first. */
const drawn = new Map<string, Buffer>()
let drawnBytes = 0
const queue: Drawing[] = []
const pending = new Map<string, Promise<Buffer>>()
let current: Drawing | undefined
let timer: NodeJS.Timeout | undefined
let worker: Worker | undefined

/**
 * Draws a document as a PDF, one at a time in a worker thread, because 100 ms per page would block the server.
 * @throws Error when the document cannot be drawn or the thread ended; the next drawing starts a new thread
 * @throws TooManyDrawings when the queue is full
 */
export async function drawDocument(document: PrintedDocument, look?: BrandLook): Promise<Buffer> {
  const key = createHash('sha256')
    .update(JSON.stringify([document, look]))
    .digest('base64')
  const found = drawn.get(key)
  if (found) {
    drawn.delete(key)
    drawn.set(key, found)
    return found
  }
  const waiting = pending.get(key)
  if (waiting) return waiting
  if (queue.length >= longestQueue) throw new TooManyDrawings('too many documents wait to be drawn')
  const pdf = new Promise<Buffer>((resolve, reject) => queue.push({ key, document, look, resolve, reject }))
  pending.set(key, pdf)
  drawNext()
  return pdf.finally(() => pending.delete(key))
}

function drawNext(): void {
  if (current) return
  current = queue.shift()
  if (!current) {
    // An idle thread must not keep the process alive.
    worker?.unref()
    return
  }
  worker ??= startWorker()
  worker.ref()
  worker.postMessage({ document: current.document, look: current.look } satisfies Asked, [])
  timer = setTimeout(() => void worker?.terminate(), drawingTimeout)
}

function finish(settle: (drawing: Drawing) => void): void {
  clearTimeout(timer)
  const finished = current
  current = undefined
  if (finished) settle(finished)
  drawNext()
}

function startWorker(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url))
  started.on('message', (answer: Answered) => {
    finish(({ key, resolve, reject }) => {
      if ('problem' in answer) return reject(new Error(answer.problem))
      const pdf = Buffer.from(answer.pdf)
      store(key, pdf)
      resolve(pdf)
    })
  })
  // Only the current drawing fails. The next thread draws the queued documents.
  const end = (error: Error) => {
    if (worker !== started) return
    worker = undefined
    finish(({ reject }) => reject(error))
  }
  started.on('error', end)
  started.on('exit', () => end(new Error('the thread that draws documents has ended')))
  return started
}

function store(key: string, pdf: Buffer): void {
  drawn.set(key, pdf)
  drawnBytes += pdf.length
  for (const [oldest, { length }] of drawn) {
    if (drawnBytes <= largestCache) break
    drawn.delete(oldest)
    drawnBytes -= length
  }
}
