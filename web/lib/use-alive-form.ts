import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a form that is loaded apart from its page and marked `data-later`: takes the mark away once its code is there,
 * and lets go what was pressed in it until then.
 */
export function useAliveForm(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    delete form.current?.dataset['later']
    window.__hydrated?.()
  }, [])
  return form
}
