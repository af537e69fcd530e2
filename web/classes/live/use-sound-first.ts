import { useEffect, useRef } from 'react'
import type { ClassLayer } from '#contract/classes/classroom-engine.ts'
import type { Meters } from './meters.ts'

/** Milliseconds for which a line is bad before the picture goes, and without it before the picture is tried again. */
const badFor = 4000
const restFor = 20_000
const longestRest = 160_000

/**
 * Leaves the camera's picture out while a line does not bear it, so that the sound stays whole. Tries it again after a rest, which
 * doubles each time that the line fails.
 */
export function useSoundFirst(meters: Meters, layer: ClassLayer, onChange: (isSoundFirst: boolean) => void): void {
  const rest = useRef(restFor)
  useEffect(() => {
    if (layer !== 'auto') return
    let since: number | undefined
    let restsUntil = 0
    const stop = meters.subscribe(() => {
      const now = performance.now()
      if (restsUntil > 0) {
        if (now < restsUntil) return
        restsUntil = 0
        since = undefined
        return onChange(false)
      }
      if (!meters.isBad()) {
        since = undefined
        return
      }
      since ??= now
      if (now - since < badFor) return
      restsUntil = now + rest.current
      rest.current = Math.min(longestRest, rest.current * 2)
      onChange(true)
    })
    return () => {
      stop()
      onChange(false)
    }
  }, [meters, layer, onChange])
}
