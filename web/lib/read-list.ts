import { data, type HeadersFunction } from 'react-router'

/** For a page that stands without its list: null when it can't be read, and then the page is not kept. */
export async function readList<Item>(asked: Promise<Item[]>) {
  const list = await asked.catch(() => null)
  return data({ list }, cachingOf(list))
}

/** How a loader answers with what it read, or with the null of what it could not read. */
export function cachingOf(read: unknown): { headers: Record<string, string> } {
  return { headers: { 'cache-control': read === null ? 'no-store' : 'public, max-age=0' } }
}

/** The `headers` of a route whose loader answers so. */
export const keptWhenRead: HeadersFunction = ({ loaderHeaders }) => ({
  'cache-control': loaderHeaders.get('cache-control') ?? 'no-store',
})

/** The `clientLoader` of such a route: on a move within the browser the page stands at once and its list follows. */
export function listLater<Item>(read: () => Promise<{ list: Item[] | null }>) {
  return {
    list: read().then(
      ({ list }) => list,
      () => null,
    ),
  }
}
