import { useEffect, useState } from 'react'
import { Meters, type Reading } from './meters.ts'

/** One look at all lines of this window. */
export function useMeters(...readers: readonly (() => Promise<readonly Reading[]>)[]): Meters {
  const [meters] = useState(() => new Meters())
  useEffect(() => meters.readWith(async () => (await Promise.all(readers.map((read) => read()))).flat()))
  return meters
}
