const fetched = new Map<string, Promise<unknown>>(loadedWithDocument().map((path) => [path, Promise.resolve()]))

/** The server does not have a chunk. A deployment replaced the chunks of this page. */
export class MissingChunkError extends Error {}

/**
 * Fetches chunks into the browser's cache. Call it before `import()`: a browser remembers a module that failed to load until
 * the page is left, but a failed fetch can be repeated.
 * @throws MissingChunkError when the server does not have a chunk
 * @throws TypeError when a chunk can't be fetched; the next call tries again
 */
export async function fetchChunks(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(fetchOnce))
}

/** Runs fetched chunks, each in a task of its own, the imported ones first. Together they would hold up a press for too long. */
export async function runInTurn(paths: readonly string[]): Promise<void> {
  for (const path of paths.toReversed()) {
    if (!path.endsWith('.js')) continue
    await import(/* @vite-ignore */ path)
    await nextTask()
  }
}

/** Not by `setTimeout`, which browsers hold up in a tab that nobody sees. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

/** This module runs once the chunks of the document have loaded, before the page can name others. */
function loadedWithDocument(): string[] {
  // The server loads this module with the pages that it renders.
  if (typeof document === 'undefined') return []
  const preloads = document.querySelectorAll('link[rel=modulepreload]')
  const deferred = document.querySelector<HTMLScriptElement>('script[data-hydrate]')?.dataset['hydrate']
  return [...[...preloads].flatMap((link) => link.getAttribute('href') ?? []), ...(deferred?.split(' ') ?? [])]
}

function fetchOnce(path: string): Promise<unknown> {
  const known = fetched.get(path)
  if (known) return known
  const attempt = path.endsWith('.css') ? addStylesheet(path) : fetchChunk(path)
  fetched.set(path, attempt)
  attempt.catch(() => fetched.delete(path))
  return attempt
}

async function fetchChunk(path: string): Promise<void> {
  const response = await fetch(path)
  if (response.status === 404) throw new MissingChunkError(path)
  if (!response.ok) throw new TypeError(`${path} answered ${response.status}`)
  // An answer that is not read may be missing in the browser's cache.
  await response.blob()
}

function addStylesheet(path: string): Promise<void> {
  const { href } = new URL(path, location.href)
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new TypeError(`${path} could not be loaded`))
    })
    document.head.append(link)
  })
}
