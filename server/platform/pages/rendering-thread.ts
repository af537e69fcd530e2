import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { PageSettings } from '#contract/page-rendering.ts'
import { Unavailable } from '#server/platform/cache/response-cache.ts'
import type { PageCall, PageRenderer } from './page-renderer.ts'
import type { Answered, Asked, Called, Finished, FromWorker, ToWorker } from './rendering-worker.ts'

/** Milliseconds after which a thread that has not finished a page is replaced. A page waits for several calls of ten seconds. */
const longestRendering = 60_000
/** Milliseconds without a word of a thread that waits for nothing, after which it is replaced. */
const longestSilence = 10_000

/** The pages can't be loaded. */
export class UnloadableError extends Error {}

/** Thrown for the pages of a thread that ended. A cached page is sent although it is stale. */
export class ThreadLost extends Unavailable {
  /** Read by the error handler. */
  readonly statusCode = 503
}

interface Pending {
  call: PageCall
  finish: (finished: Finished) => void
  fail: (error: Error) => void
}

export interface RenderingThread extends PageRenderer {
  /** Ends the thread. The next page starts another. */
  stop(): Promise<void>
}

/**
 * Renders the pages of a build in a thread of its own, so that a cached page never waits for a rendering, and the code that answers from
 * the cache is compiled for that alone (`docs/decisions/rendering-thread.md`). A thread that dies or hangs is replaced; its pages fail.
 * @param build path of the built pages
 * @throws UnloadableError
 */
export async function startRendering(build: string, log: Pick<Logger, 'error'>): Promise<RenderingThread> {
  let current: ReturnType<typeof startThread> | undefined
  const running = () => {
    if (!current || current.hasEnded()) current = startThread(build, log)
    return current
  }
  await running().loaded
  return {
    async canonical(url, call) {
      const finished = await running().ask({ url: url.href, settings: undefined }, call)
      if (!('target' in finished)) throw new Error('the thread rendered a page whose address was asked for')
      return { ...finished.target, url: new URL(finished.target.url) }
    },
    async render(url, call, settings: PageSettings) {
      const finished = await running().ask({ url: url.href, settings }, call)
      if (!('parts' in finished)) throw new Error('the thread found an address whose page was asked for')
      return finished.parts
    },
    async stop() {
      await current?.stop()
    },
  }
}

function startThread(build: string, log: Pick<Logger, 'error'>) {
  const worker = new Worker(new URL('./rendering-worker.ts', import.meta.url))
  const loading = Promise.withResolvers<void>()
  // The first page fails instead when nobody waits for a thread that replaces another.
  loading.promise.catch(() => undefined)
  const pages = new Map<number, Pending>()
  let last = 0
  let ended = false
  let stopping = false
  let calls = 0
  let silence: NodeJS.Timeout | undefined
  /** While the thread waits for an answer, it has nothing to say. */
  const listen = () => {
    clearTimeout(silence)
    silence = pages.size > 0 && calls === 0 ? setTimeout(() => void worker.terminate(), longestSilence) : undefined
  }
  const send = (message: ToWorker) => worker.postMessage(message, [])
  const answer = async ({ page, call, sent, tags }: Called) => {
    calls += 1
    const found = (await pages
      .get(page)
      ?.call(sent, tags)
      .catch((error: unknown) => ({ problem: String(error) }))) ?? { problem: 'the page is not waited for' }
    calls -= 1
    send({ call, answer: found } satisfies Answered)
    listen()
  }
  const end = (error: Error) => {
    if (ended) return
    ended = true
    loading.reject(error)
    for (const { fail } of pages.values()) fail(error)
    pages.clear()
    clearTimeout(silence)
  }
  worker.on('message', (message: FromWorker) => {
    if ('loaded' in message) {
      // An idle thread must not keep the process alive.
      worker.unref()
      loading.resolve()
    } else if ('unloadable' in message) {
      end(new UnloadableError(message.unloadable))
      void worker.terminate()
    } else if ('call' in message) void answer(message)
    else pages.get(message.page)?.finish(message)
    listen()
  })
  worker.on('error', (error) => log.error({ err: error }, 'the thread that renders pages failed'))
  worker.on('exit', () => {
    if (!ended && !stopping) log.error('the thread that renders pages has ended; the next page starts another')
    end(new ThreadLost('the thread that renders pages has ended'))
  })
  send({ build })
  return {
    loaded: loading.promise,
    hasEnded: () => ended,
    async stop() {
      stopping = true
      await worker.terminate()
    },
    async ask(asked: Omit<Asked, 'page'>, call: PageCall): Promise<Exclude<Finished, { problem: string }>> {
      await loading.promise
      last += 1
      const page = last
      const timer = setTimeout(() => void worker.terminate(), longestRendering)
      try {
        return await new Promise((resolve, reject) => {
          const finish = (finished: Finished) => ('problem' in finished ? reject(new Error(finished.problem)) : resolve(finished))
          pages.set(page, { call, finish, fail: reject })
          send({ page, ...asked })
          listen()
        })
      } finally {
        clearTimeout(timer)
        pages.delete(page)
        listen()
      }
    },
  }
}
