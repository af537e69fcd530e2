import { type ReactNode, Suspense } from 'react'
import { Await } from 'react-router'

interface Props<Item> {
  /** Null when loading failed; a promise only after client-side navigation. */
  list: Item[] | null | Promise<Item[] | null>
  loading: ReactNode
  failed: ReactNode
  empty: ReactNode
  children: (list: Item[]) => ReactNode
}

/** A list with loading, failed and empty states. Server output has no Suspense boundary, so it reads without JavaScript. */
export function DeferredList<Item>({ list, loading, failed, empty, children }: Props<Item>) {
  const show = (found: Item[] | null) => (found === null ? failed : found.length === 0 ? empty : children(found))
  if (!(list instanceof Promise)) return show(list)
  return (
    <Suspense fallback={loading}>
      <Await resolve={list}>{show}</Await>
    </Suspense>
  )
}
