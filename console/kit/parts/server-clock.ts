import { useEffect, useState } from 'react'

/** Returns the server's time in milliseconds, extrapolated from an answer, because the browser's clock may be wrong. */
export type ServerClock = () => number

export function startClock(now: string): ServerClock {
  const [then, received] = [Date.parse(now), performance.now()]
  return () => then + performance.now() - received
}

/** The server's time, updated every second. */
export function useServerTime(clock: ServerClock): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    setNow(clock())
    const timer = setInterval(() => setNow(clock()), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
