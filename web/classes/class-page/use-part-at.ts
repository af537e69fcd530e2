import { useEffect, useState } from 'react'
import type { Playback } from '../playback.ts'
import { partAt } from './transcript-parts.ts'

/** The place of the part that plays now; -1 before the first. */
export function usePartAt(playback: Playback | null, parts: readonly { startTime: number }[]): number {
  const [at, setAt] = useState(-1)
  useEffect(() => playback?.follow((seconds) => setAt(partAt(parts, seconds))), [playback, parts])
  return at
}
