import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Course } from '#contract/catalog/catalog.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the chosen batch in the address, so that it survives reload, login and back. */
export function chooseBatch(batch: number): void {
  const url = new URL(window.location.href)
  url.searchParams.set('batch', String(batch))
  // Not a navigation: the page stays as it is.
  window.history.replaceState(window.history.state, '', url)
  for (const listener of listeners) listener()
}

/** The batch in the address, if it belongs to the course and is open for enrolment. */
export function useChosenBatch(course: Course): number | null {
  // A navigation of the router changes the address as well.
  useLocation()
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const id = Number(new URLSearchParams(search).get('batch'))
  return course.upcoming_batches.find((batch) => batch.id === id && batch.can_enroll)?.id ?? null
}
