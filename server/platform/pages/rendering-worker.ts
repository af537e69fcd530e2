// The thread that renders pages. It has no database and no settings: calls and settings come from the thread that serves.
import { parentPort } from 'node:worker_threads'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import type { Sent } from '#contract/client.ts'
import type { PageSettings, PageTarget } from '#contract/page-rendering.ts'
import { type CallAnswer, createRenderer, type PageCall, type PageParts } from './page-renderer.ts'

/** A page to render, or without settings its canonical address to find. */
export interface Asked {
  page: number
  url: string
  settings: PageSettings | undefined
}
/** The answer to a call that a page has made. */
export interface Answered {
  call: number
  answer: CallAnswer | { problem: string }
}
export type ToWorker = { build: string } | Asked | Answered

export interface Called {
  page: number
  call: number
  sent: Sent
  tags: readonly string[]
}
export type Finished =
  | { page: number; parts: PageParts }
  | { page: number; target: Omit<PageTarget, 'url'> & { url: string } }
  | { page: number; problem: string }
export type FromWorker = { loaded: true } | { unloadable: string } | Called | Finished

const calls = new Map<number, PromiseWithResolvers<CallAnswer>>()
let lastCall = 0
let renderer: ReturnType<typeof createRenderer> | undefined

parentPort?.on('message', (message: ToWorker) => {
  if ('build' in message) void load(message.build)
  else if ('answer' in message) finishCall(message)
  else void renderPage(message)
})

async function load(build: string): Promise<void> {
  try {
    renderer = createRenderer((await import(pathToFileURL(build).href)) as ServerBuild, { development: false })
    post({ loaded: true })
  } catch (error) {
    post({ unloadable: String(error) })
  }
}

function finishCall({ call, answer }: Answered): void {
  const asked = calls.get(call)
  calls.delete(call)
  if ('problem' in answer) asked?.reject(new Error(answer.problem))
  else asked?.resolve(answer)
}

async function renderPage({ page, url, settings }: Asked): Promise<void> {
  const callServer: PageCall = (sent, tags) => {
    const answered = Promise.withResolvers<CallAnswer>()
    lastCall += 1
    calls.set(lastCall, answered)
    post({ page, call: lastCall, sent, tags })
    return answered.promise
  }
  try {
    if (!renderer) throw new Error('the pages are not loaded')
    if (settings) {
      const parts = await renderer.render(new URL(url), callServer, settings)
      post({ page, parts }, [parts.body.buffer])
    } else {
      const target = await renderer.canonical(new URL(url), callServer)
      post({ page, target: { ...target, url: target.url.href } })
    }
  } catch (error) {
    post({ page, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

function post(message: FromWorker, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved)
}
