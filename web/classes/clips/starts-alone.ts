import { savesData } from '../saves-data.ts'

/** Whether a clip may start without a press: the person asks neither for less motion nor for little data, and the connection is not slow. */
export function startsAlone(): boolean {
  // Only Chromium has it, and no types do.
  const { connection } = navigator as { connection?: { effectiveType?: string } }
  const isSlow = connection?.effectiveType !== undefined && connection.effectiveType !== '4g'
  return !isSlow && !savesData() && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
