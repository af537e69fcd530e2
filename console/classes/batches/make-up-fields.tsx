import { useQuery } from '@tanstack/react-query'
import { listMakeUpTimes, type MakeUpTime, type SessionRecord } from '#contract/classes/staff/sessions.ts'
import { call } from '#console/kit/api/client.ts'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { clockOf, dayOf, minutesBetween } from '#ui/days.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { type When, WhenFields } from './when-fields.tsx'

interface Props {
  session: SessionRecord
  when: When
  onChange: (when: When) => void
}

/** The length and the time of day of the cancelled class, on a day that is still to be chosen. */
export function makeUpOf({ starts_at, ends_at }: SessionRecord): When {
  return { day: '', clock: clockOf(starts_at), minutes: String(minutesBetween(starts_at, ends_at)) }
}

/** When a class is made up: a time that is free, or another one. */
export function MakeUpFields({ hint, ...fields }: Props & { hint?: string }) {
  return (
    <>
      <FreeTimes {...fields} />
      <WhenFields when={fields.when} onChange={fields.onChange} />
      <p className="text-muted">The new class has the same topic and the instructor of the batch. {hint}</p>
    </>
  )
}

/** Times at which the batch and its instructor are free. A press fills in the fields. */
function FreeTimes({ session, when, onChange }: Props) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['make-up-times', session.id, session.version],
    queryFn: () => call(listMakeUpTimes, { params: { id: session.id } }),
  })
  if (isError) return <p className="text-muted">Free times could not be loaded. You can still give a day and a time.</p>
  if (isPending) return <SkeletonLines lines={2} />
  if (data.times.length === 0) return <p className="text-muted">No evening or weekend of the next four weeks is free.</p>
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Batch and instructor are free</legend>
      <ul className="flex flex-wrap gap-2">
        {data.times.map((time) => {
          const isChosen = when.day === dayOf(time.starts_at) && when.clock === clockOf(time.starts_at)
          return (
            <li key={time.starts_at}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => onChange({ ...makeUpOf(session), ...startOf(time) })}
                className="figures rounded-md border border-line px-2.5 py-1.5 text-sm hover:border-accent aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-semibold"
              >
                {formatDay(time.starts_at)}, {formatClock(time.starts_at).replace(' IST', '')}
              </button>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

const startOf = ({ starts_at }: MakeUpTime) => ({ day: dayOf(starts_at), clock: clockOf(starts_at) })
