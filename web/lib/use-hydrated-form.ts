import { type RefObject, useEffect, useRef } from 'react'

/**
 * Marks a lazily loaded form as hydrated: removes `data-later` and replays the queued clicks and submits.
 */
export function useHydratedForm(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    delete form.current?.dataset['later']
    window.__hydrated?.()
  }, [])
  return form
}
