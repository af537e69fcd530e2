import { useEffect, useRef, useState } from 'react'

/** Milliseconds between two points of the curve, and how many there are: ten minutes. */
const every = 5000
const points = 120
const [width, height] = [72, 22]

/** How many were lost over the last minutes, as a curve. It knows counts alone, and only this window keeps it. */
export function Pulse({ lost, people }: { lost: number; people: number }) {
  const [counts, setCounts] = useState<readonly number[]>([0])
  const latest = useRef(lost)
  useEffect(() => {
    latest.current = lost
    setCounts((before) => [...before.slice(0, -1), lost])
  }, [lost])
  useEffect(() => {
    const timer = setInterval(() => setCounts((before) => [...before, latest.current].slice(-points)), every)
    return () => clearInterval(timer)
  }, [])
  const most = Math.max(4, people, ...counts)
  const line = counts.map((count, at) => {
    const x = width - (counts.length - 1 - at) * (width / (points - 1))
    return `${x.toFixed(1)},${(height - 2 - (count / most) * (height - 4)).toFixed(1)}`
  })
  const peak = Math.max(...counts)
  return (
    <svg
      className="live-pulse"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={
        peak === 0 ? 'Nobody was lost in the last ten minutes' : `At most ${peak} were lost at once in the last ten minutes`
      }
    >
      <path d={`M0 ${height - 2}H${width}`} className="live-pulse-base" />
      <polyline points={[...line, `${width},${line.at(-1)?.split(',')[1] ?? height}`].join(' ')} />
    </svg>
  )
}
