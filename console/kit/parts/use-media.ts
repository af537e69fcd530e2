import { useSyncExternalStore } from 'react'

function watch(media: string): () => boolean {
  const list = matchMedia(media)
  const subscribe = (listener: () => void) => {
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => list.matches)
}

/** Whether the window is as narrow as a phone, where rows have two lines. */
export const useIsPhone = watch('(max-width: 47.99rem)')
/** Whether the window has no room for the sidebar, as on a phone or a tablet. The navigation is then a drawer. */
export const useIsNarrow = watch('(max-width: 63.99rem)')
