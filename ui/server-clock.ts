import { useEffect, useState } from 'react'

/** Returns the server time in milliseconds, extrapolated from a response, because the browser's clock may be wrong. */
export type ServerClock = () => number

export function startClock(now: string): ServerClock {
  const [then, received] = [Date.parse(now), performance.now()]
  return () => then + performance.now() - received
}

/** The server time, updated every second unless `every` says otherwise. @param every milliseconds */
export function useServerTime(clock: ServerClock, every = 1000): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    setNow(clock())
    const timer = setInterval(() => setNow(clock()), every)
    return () => clearInterval(timer)
  }, [clock, every])
  return now
}
