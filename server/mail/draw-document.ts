import { Worker } from 'node:worker_threads'
import type { PrintedDocument } from './documents/printed.ts'
import type { Answered, Asked } from './documents/worker.ts'

/** Milliseconds; a page takes a tenth of a second, its first one half a second. */
const patience = 20_000

interface Waiting {
  resolve: (pdf: Buffer) => void
  reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let asked = 0

/**
 * A document as a PDF, drawn in a thread of its own: a page takes about 100 ms, in which the server would answer nobody.
 * @throws Error when it can't be drawn; the next call begins with a new thread when this one has died or hangs
 */
export async function drawDocument(document: PrintedDocument): Promise<Buffer> {
  worker ??= startWorker()
  const mine = worker
  const id = (asked += 1)
  const pdf = new Promise<Buffer>((resolve, reject) => waiting.set(id, { resolve, reject }))
  mine.ref()
  mine.postMessage({ id, document } satisfies Asked, [])
  const timer = setTimeout(() => void mine.terminate(), patience)
  try {
    return await pdf
  } finally {
    clearTimeout(timer)
    waiting.delete(id)
    // A thread with nothing to do keeps no process alive.
    if (waiting.size === 0) mine.unref()
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./documents/worker.ts', import.meta.url))
  started.on('message', (answer: Answered) => {
    const one = waiting.get(answer.id)
    if ('pdf' in answer) one?.resolve(Buffer.from(answer.pdf))
    else one?.reject(new Error(answer.problem))
  })
  const end = (error: Error) => {
    if (worker === started) worker = undefined
    for (const one of waiting.values()) one.reject(error)
  }
  started.on('error', end)
  started.on('exit', () => end(new Error('the thread that draws documents has ended')))
  return started
}
