import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Location, useBlocker } from 'react-router'
import { confirm } from '#console/kit/parts/confirm.tsx'

/**
 * Asks before what was typed is lost: on leaving the page in the console, and on closing the tab. `parameter` names the query
 * parameter that chooses what is edited, where the path does not.
 */
export function useLeaveGuard(isDirty: boolean, parameter?: string) {
  const allowed = useRef(false)
  const subjectOf = ({ pathname, search }: Location) =>
    pathname + (parameter === undefined ? '' : `?${new URLSearchParams(search).get(parameter) ?? ''}`)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !allowed.current && subjectOf(currentLocation) !== subjectOf(nextLocation),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      title: 'Leave without saving?',
      text: 'What you typed on this page is not saved yet.',
      action: 'Discard and leave',
      cancel: 'Stay',
      danger: true,
    }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return { allow: () => (allowed.current = true) }
}

/** Ctrl or ⌘ and S saves, also while somebody types. */
export function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
