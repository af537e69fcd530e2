import { useEffect, useEffectEvent, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../parts/confirm.tsx'

/** Asks before what was typed is lost: on leaving the page in the console, and on closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  const allowed = useRef(false)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return isDirty && !allowed.current && currentLocation.pathname !== nextLocation.pathname
  })
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
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
