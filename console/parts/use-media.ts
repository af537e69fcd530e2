import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 47.99rem)')

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Whether the window is as narrow as a phone, where rows have two lines and the navigation is a drawer. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches)
}
