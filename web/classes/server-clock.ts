import { useEffect, useState } from 'react'

/** Tells the server's time in milliseconds, counted on from an answer: the reader's own clock may be wrong. */
export type ServerClock = () => number

export function startClock(now: string): ServerClock {
  const [then, received] = [Date.parse(now), performance.now()]
  return () => then + performance.now() - received
}

/** The server's time, told anew each second. */
export function useServerTime(clock: ServerClock): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    setNow(clock())
    const timer = setInterval(() => setNow(clock()), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return now
}
