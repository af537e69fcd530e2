import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { PrintedDocument } from './printed.ts'
import type { Answered, Asked } from './worker.ts'

/** Milliseconds for one drawing, from when the thread gets it; a page takes a tenth of a second, its first one half a second. */
const drawingTimeout = 20_000
/** Documents that may wait for the thread. At a tenth of a second each, the last one waits twenty seconds. */
const longestQueue = 200
const largestCache = 32 * 1024 * 1024

interface Drawing {
  key: string
  document: PrintedDocument
  resolve: (pdf: Buffer) => void
  reject: (error: Error) => void
}

/** More documents wait than can be drawn in reasonable time. */
export class TooManyDrawings extends Error {}

/** An issued document never changes: its PDF is found again by what it says. The one read longest ago comes first. */
const drawn = new Map<string, Buffer>()
let drawnBytes = 0
const queue: Drawing[] = []
const pending = new Map<string, Promise<Buffer>>()
let current: Drawing | undefined
let timer: NodeJS.Timeout | undefined
let worker: Worker | undefined

/**
 * A document as a PDF, drawn in a thread of its own, one at a time: a page takes about 100 ms, in which the server would answer nobody.
 * @throws Error when it can't be drawn; the next one begins with a new thread when this one has died or hangs
 * @throws TooManyDrawings when the queue is full
 */
export async function drawDocument(document: PrintedDocument): Promise<Buffer> {
  const key = createHash('sha256').update(JSON.stringify(document)).digest('base64')
  const found = drawn.get(key)
  if (found) {
    drawn.delete(key)
    drawn.set(key, found)
    return found
  }
  const waiting = pending.get(key)
  if (waiting) return waiting
  if (queue.length >= longestQueue) throw new TooManyDrawings('too many documents wait to be drawn')
  const pdf = new Promise<Buffer>((resolve, reject) => queue.push({ key, document, resolve, reject }))
  pending.set(key, pdf)
  drawNext()
  return pdf.finally(() => pending.delete(key))
}

function drawNext(): void {
  if (current) return
  current = queue.shift()
  if (!current) {
    // A thread with nothing to do keeps no process alive.
    worker?.unref()
    return
  }
  worker ??= startWorker()
  worker.ref()
  worker.postMessage({ document: current.document } satisfies Asked, [])
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
      keep(key, pdf)
      resolve(pdf)
    })
  })
  // Only what it was drawing is lost with it; what waits is drawn by the next thread.
  const end = (error: Error) => {
    if (worker !== started) return
    worker = undefined
    finish(({ reject }) => reject(error))
  }
  started.on('error', end)
  started.on('exit', () => end(new Error('the thread that draws documents has ended')))
  return started
}

function keep(key: string, pdf: Buffer): void {
  drawn.set(key, pdf)
  drawnBytes += pdf.length
  for (const [oldest, { length }] of drawn) {
    if (drawnBytes <= largestCache) break
    drawn.delete(oldest)
    drawnBytes -= length
  }
}
