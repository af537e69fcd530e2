import { timeLeft } from './class-phase.ts'

/** A countdown with tabular figures. Screen readers get the start time instead of a change every second. */
export function Countdown({ until, now }: { until: string; now: number }) {
  const left = timeLeft(until, now)
  const parts = [
    ...(left.days > 0 ? [[left.days, left.days === 1 ? 'day' : 'days'] as const] : []),
    ...(left.days + left.hours > 0 ? [[left.hours, 'hrs'] as const] : []),
    [left.minutes, 'min'] as const,
    [left.seconds, 'sec'] as const,
  ]
  return (
    <div aria-hidden="true" data-countdown="" className="flex gap-5 sm:gap-6">
      {parts.map(([value, unit]) => (
        <div key={unit} className="min-w-[2.4ch] text-center text-3xl leading-none">
          <span className="figures block font-bold tracking-tight">{String(value).padStart(2, '0')}</span>
          <span className="mt-1.5 block text-xs font-medium text-muted">{unit}</span>
        </div>
      ))}
    </div>
  )
}
