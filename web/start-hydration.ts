declare global {
  interface Document {
    /** True until a page that the browser has rendered ahead is shown; undefined where no browser does so. */
    readonly prerendering?: boolean
  }
}

/** The session storage key of the chunks that made a document load anew, so that it does so once. */
const reloadedFor = 'reloaded-for'

let state: 'waiting' | 'loading' | 'started' = 'waiting'
const afterFailure = new Set<() => void>()

/** Calls `listener` whenever the chunks of the page could not be fetched. */
export function onFailedStart(listener: () => void): void {
  afterFailure.add(listener)
}

/**
 * Starts hydration, once. Its chunks are fetched first, because a browser remembers a module that failed to load. When one cannot be
 * fetched, the next call tries again, and so does the browser when it is online again.
 */
export function startHydration(): void {
  if (state !== 'waiting') return
  // A page that is rendered ahead may never be shown.
  if (document.prerendering) return document.addEventListener('prerenderingchange', startHydration, { once: true })
  const deferred = document.querySelector<HTMLScriptElement>('script[data-hydrate]')
  if (!deferred) {
    // The end of the document is still missing. Of a page that is not deferred it has no such script.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', startHydration, { once: true })
    return
  }
  state = 'loading'
  const chunks = deferred.dataset['hydrate']?.split(' ') ?? []
  Promise.all(chunks.map(fetchChunk)).then(
    (found) => {
      if (found.includes(false) && reloadOnce(chunks.join(' '))) return
      state = 'started'
      // A link now loads the data of a page instead of its document.
      document.querySelector('script[type=speculationrules]')?.remove()
      const script = document.createElement('script')
      script.type = 'module'
      script.textContent = deferred.textContent
      document.head.append(script)
    },
    () => {
      state = 'waiting'
      addEventListener('online', startHydration, { once: true })
      for (const listener of afterFailure) listener()
    },
  )
}

/** Fetches a chunk into the browser's cache. Returns whether the server has it. */
async function fetchChunk(path: string): Promise<boolean> {
  const response = await fetch(path)
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
