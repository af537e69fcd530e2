import { type CSSProperties, type MouseEvent } from 'react'
import type { FreeTimes } from '#contract/classes/staff/week.ts'
import { pixelsOfMinute } from './drag-steps.ts'
import { clockAt, minuteOfDay, timesOf } from './week-days.ts'

interface Props {
  free: FreeTimes['free'][number]
  /** How long the class is. */
  minutes: number
  style?: CSSProperties
  onPick: ((clock: string) => void) | undefined
}

/** A free time. A press picks the quarter of an hour at which the pointer is, and a key its beginning. */
export function FreeBand({ free, minutes, style, onPick }: Props) {
  const [from, to] = [minuteOfDay(free.starts_at), minuteOfDay(free.ends_at)]
  const shape =
    'rounded-md border border-dashed border-good bg-good-soft/60 px-1.5 py-0.5 text-left text-xs font-semibold text-good'
  const words = `Free ${timesOf(free)}`
  const pick = (event: MouseEvent<HTMLButtonElement>) => {
    const { top } = event.currentTarget.getBoundingClientRect()
    // A key has no pointer.
    const at = event.detail === 0 || !style ? from : from + (event.clientY - top) / pixelsOfMinute
    const quarter = Math.floor(at / 15) * 15
    onPick?.(clockAt(Math.max(from, Math.min(quarter, to - minutes))))
  }
  return onPick ? (
    <button
      type="button"
      onClick={pick}
      style={style}
      className={`${shape} flex min-h-6 items-start hover:bg-good-soft ${style ? 'absolute' : 'touch:min-h-11 items-center'}`}
    >
      <span className="sticky top-16">{words}</span>
    </button>
  ) : (
    <span style={style} className={`${shape} ${style ? 'absolute' : ''}`}>
      {words}
    </span>
  )
}
