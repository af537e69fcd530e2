import { useDeferredValue } from 'react'

/**
 * Whether a page still waits for its parts. An answer is shown at once otherwise, in one long task: so the content is rendered in slices,
 * and the page answers meanwhile. A page that has its answers waits for nothing.
 */
export function useWaits(waits: boolean): boolean {
  return useDeferredValue(waits) || waits
}
