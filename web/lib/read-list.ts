import { data, type HeadersFunction } from 'react-router'

/** Loads a page's list, or a page of it. On failure the list is null and the page is not cached. */
export async function readList<List>(asked: Promise<List>) {
  const list = await asked.catch(() => null)
  return data({ list }, cachingOf(list))
}

/** The cache headers of a loader's data; null data is not cached. */
export function cachingOf(read: unknown): { headers: Record<string, string> } {
  return { headers: { 'cache-control': read === null ? 'no-store' : 'public, max-age=0' } }
}

/** The `headers` of a route whose loader uses `cachingOf`. */
export const cachedWhenRead: HeadersFunction = ({ loaderHeaders }) => ({
  'cache-control': loaderHeaders.get('cache-control') ?? 'no-store',
})

/** The `clientLoader` of such a route: after client-side navigation the page is shown first and the list follows. */
export function deferList<List>(read: () => Promise<{ list: List | null }>) {
  return {
    list: read().then(
      ({ list }) => list,
      () => null,
    ),
  }
}
