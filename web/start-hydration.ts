declare global {
  interface Document {
    /** True until a page that the browser has rendered ahead is shown; undefined where no browser does so. */
    readonly prerendering?: boolean
  }
}

/** The session storage key of the chunks that made a document load anew, so that it does so once. */
const reloadedFor = 'reloaded-for'

/** Milliseconds after which a page that is never idle goes on. */
const longestWait = 2000

let state: 'waiting' | 'loading' | 'started' = 'waiting'
const afterFailure = new Set<() => void>()
/** Resolves when somebody is about to use the page: then nothing waits for an idle browser any more. */
const use = Promise.withResolvers<void>()

/** Calls `listener` whenever the chunks of the page could not be fetched. */
export function onFailedStart(listener: () => void): void {
  afterFailure.add(listener)
}

/** Whether links load documents, which the browser may have rendered ahead. It ends with the first use of a control. */
export function loadsDocuments(): boolean {
  return document.querySelector('script[type=speculationrules]') !== null
}

/** Hydrates the page as soon as possible, because a control is about to be used or the page shows more than its document says. */
export function startHydration(): void {
  // A page that is rendered ahead may never be shown.
  if (document.prerendering) return document.addEventListener('prerenderingchange', startHydration, { once: true })
  // From now on a link loads the data of a page instead of its document.
  document.querySelector('script[type=speculationrules]')?.remove()
  use.resolve()
  hydrate()
}

/**
 * Hydrates a page that is read, while the browser is idle: its chunks come with a low priority, and each is run by itself, so that no
 * task is long. Nothing is loaded for a visitor who saves data.
 */
export function hydrateWhenIdle(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  // The frame with the last pictures comes first.
  requestAnimationFrame(() => void untilIdle().then(hydrate))
}

function hydrate(): void {
  if (state !== 'waiting') return
  const deferred = document.querySelector<HTMLScriptElement>('script[data-hydrate]')
  if (!deferred) {
    // The end of the document is still missing. Of a page that is not deferred it has no such script.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', hydrate, { once: true })
    return
  }
  state = 'loading'
  const chunks = deferred.dataset['hydrate']?.split(' ') ?? []
  load(deferred.textContent, chunks).catch(() => {
    state = 'waiting'
    addEventListener('online', hydrate, { once: true })
    for (const listener of afterFailure) listener()
  })
}

/** The chunks are fetched first, because a browser remembers a module that failed to load. */
async function load(code: string, chunks: string[]): Promise<void> {
  const found = await Promise.all(chunks.map(fetchChunk))
  if (found.includes(false) && reloadOnce(chunks.join(' '))) return
  for (const chunk of chunks) {
    await untilIdle()
    // The entry hydrates the page when it runs.
    if (!code.includes(`import("${chunk}")`)) await import(/* @vite-ignore */ chunk)
  }
  state = 'started'
  // React makes five errors when it is run, to throw them later. For their stacks V8 reads all of React once more, which takes 25 ms on a
  // desk and a hundred on a phone. The entry restores the limit.
  Object.assign(Error, { stackTraceLimit: 0 })
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = code
  document.head.append(script)
}

/** Resolves when the browser is idle, or at once when the page is about to be used. */
function untilIdle(): Promise<void> {
  const idle = new Promise<void>((resolve) => {
    // A busy page is never idle, so the wait has an end.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longestWait })
    else setTimeout(resolve, longestWait / 10)
  })
  return Promise.race([use.promise, idle])
}

/** Fetches a chunk into the browser's cache. Returns whether the server has it. */
async function fetchChunk(path: string): Promise<boolean> {
  const response = await fetch(path, { priority: 'low' })
  if (response.status === 404) return false
  if (!response.ok) throw new TypeError(`${path} answered ${response.status}`)
  // An answer that is not read may be missing in the browser's cache.
  await response.blob()
  return true
}

/** Loads the document anew after a deployment, which replaced its chunks. Returns false when that was in vain before. */
function reloadOnce(chunks: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFor) === chunks) return false
    sessionStorage.setItem(reloadedFor, chunks)
  } catch {
    // Without storage nothing would end the reloads.
    return false
  }
  location.reload()
  return true
}
