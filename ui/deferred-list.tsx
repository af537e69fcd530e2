import { type ReactNode, Suspense } from 'react'
import { Await } from 'react-router'

type Listed = unknown[] | { items: unknown[] }

interface Props<List extends Listed> {
  /** A list or a page of one. Null when loading failed; a promise only after client-side navigation. */
  list: List | null | Promise<List | null>
  loading: ReactNode
  failed: ReactNode
  empty: ReactNode
  children: (list: List) => ReactNode
}

/** A list with loading, failed and empty states. Server output has no Suspense boundary, so it reads without JavaScript. */
export function DeferredList<List extends Listed>({ list, loading, failed, empty, children }: Props<List>) {
  const show = (found: List | null) => {
    if (found === null) return failed
    const { length } = Array.isArray(found) ? found : found.items
    return length === 0 ? empty : children(found)
  }
  if (!(list instanceof Promise)) return show(list)
  return (
    <Suspense fallback={loading}>
      <Await resolve={list}>{show}</Await>
    </Suspense>
  )
}
