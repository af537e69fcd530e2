import { useState } from 'react'
import { moveSession, type SessionRecord } from '#contract/classes/staff/sessions.ts'
import { call } from '#console/kit/api/client.ts'
import { clockOf, dayOf, minutesBetween } from '#ui/days.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { timingOf, type When, WhenFields } from './when-fields.tsx'

interface Props {
  session: SessionRecord
  /** What is chosen already, such as the day to which it was dragged. */
  to?: Partial<When>
  onClose: () => void
}

/** Moves a class to another day or time. */
export function MoveDialog({ session, to, onClose }: Props) {
  const minutes = minutesBetween(session.starts_at, session.ends_at)
  const [when, setWhen] = useState<When>({
    day: dayOf(session.starts_at),
    clock: clockOf(session.starts_at),
    minutes: String(minutes),
    ...to,
  })
  const timing = timingOf(when)
  const isMoved =
    timing !== null && (timing.starts_at !== new Date(session.starts_at).toISOString() || timing.minutes !== minutes)
  return (
    <ChangeDialog
      title={`Move ${classTitle(session).toLowerCase()}`}
      action="Move class"
      session={session}
      input={isMoved ? timing : null}
      send={(body, { version, query }) => call(moveSession, { params: { id: session.id }, query, body, ifMatch: version })}
      done={(outcome) => `The class is moved to ${formatMoment(outcome.session.starts_at)}.`}
      undo={(outcome) =>
        call(moveSession, {
          params: { id: session.id },
          query: {},
          body: { starts_at: session.starts_at, minutes },
          ifMatch: outcome.session.version,
        })
      }
      onClose={onClose}
    >
      <WhenFields when={when} onChange={setWhen} />
    </ChangeDialog>
  )
}
