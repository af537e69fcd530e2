import { type ReactNode, Suspense } from 'react'
import { Await } from 'react-router'

type Listed = unknown[] | { items: unknown[] }

interface Props<List extends Listed> {
  /** A list or a page of one. Null when loading failed; a promise only after client-side navigation. */
  list: List | null | Promise<List | null>
  loading: ReactNode
  failed: ReactNode
  empty: ReactNode
  /** By default a list without items is empty. */
  isEmpty?: (list: List) => boolean
  children: (list: List) => ReactNode
}

const hasNoItem = (list: Listed) => (Array.isArray(list) ? list : list.items).length === 0

/** A list with loading, failed and empty states. Server output has no Suspense boundary, so it reads without JavaScript. */
export function DeferredList<List extends Listed>({ list, loading, failed, empty, isEmpty = hasNoItem, children }: Props<List>) {
  const show = (found: List | null) => (found === null ? failed : isEmpty(found) ? empty : children(found))
  if (!(list instanceof Promise)) return show(list)
  return (
    <Suspense fallback={loading}>
      <Await resolve={list}>{show}</Await>
    </Suspense>
  )
}

/** A part of a page that is absent until its value has loaded, and when loading failed. */
export function Deferred<Value>({
  value,
  children,
}: {
  value: Value | Promise<Value | null>
  children: (value: Value) => ReactNode
}) {
  if (!(value instanceof Promise)) return children(value)
  return (
    <Suspense>
      <Await resolve={value}>{(found) => (found === null ? null : children(found))}</Await>
    </Suspense>
  )
}
