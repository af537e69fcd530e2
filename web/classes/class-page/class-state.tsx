import type { ReactNode } from 'react'
import type { RoomClass } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { joinOpensMinutes } from '#contract/rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay } from '#ui/format.ts'
import { AddToCalendar } from '../add-to-calendar.tsx'
import { isRecordingLate, recordingLate, recordingWithheld, type TimelineClass, titleOf } from '../timeline.ts'
import { untilText } from '../until-text.ts'

interface Props {
  one: TimelineClass
  /** By the clock of the server. */
  state: RoomClass['state']
  course: string
  now: number
}

/** What can be done about a class now: join it, wait for it, or know why there is nothing to watch. A recording needs no words. */
export function ClassState({ one, state, course, now }: Props) {
  const moved = one.moved_from && state !== 'cancelled' ? one.moved_from : undefined
  const madeUpFor = one.makes_up_for_at && state !== 'cancelled' ? one.makes_up_for_at : undefined
  return (
    <>
      {moved ? (
        <p className="figures mt-2 text-sm font-semibold text-signal">
          Moved from {formatDay(moved)}, {formatClock(moved)}
        </p>
      ) : null}
      {madeUpFor ? <p className="figures mt-2 text-sm text-muted">Makes up for the class of {formatDay(madeUpFor)}</p> : null}
      {state === 'cancelled' ? (
        <Panel title="This class is cancelled">
          {one.cancel_reason ? <p className="wrap-anywhere">{one.cancel_reason}</p> : null}
          {one.made_up_at ? (
            <p className="figures">
              It is made up on {formatDay(one.made_up_at)}, {formatClock(one.made_up_at)}.
            </p>
          ) : null}
        </Panel>
      ) : state === 'held' ? (
        <Waiting one={one} now={now} />
      ) : now >= Date.parse(one.opens_at) ? (
        <Panel title={state === 'live' ? 'Your class is on now' : 'Your classroom is open'}>
          <p className="figures">
            {state === 'live' ? 'Started' : 'Starts'} at {formatClock(one.starts_at)}
          </p>
          <div className="mt-3">
            <ButtonLink variant="primary" size="lg" to={pathTo('join', one.session_id)}>
              Join class
            </ButtonLink>
          </div>
        </Panel>
      ) : (
        <Panel title={untilText(one.starts_at, now)}>
          <p className="figures">
            Join class opens at {formatClock(one.opens_at)}, {joinOpensMinutes} minutes before it starts.
          </p>
          <div className="mt-3">
            <AddToCalendar session={one} title={`${course}: ${titleOf(one)}`} />
          </div>
        </Panel>
      )}
    </>
  )
}

/** Why there is no recording yet, or none. */
function Waiting({ one, now }: { one: TimelineClass; now: number }) {
  if (one.recordings.length > 0) return null
  if (one.recording === 'processing') {
    return <Panel title="Recording in preparation">This page shows it as soon as it is ready.</Panel>
  }
  if (isRecordingLate(one, now)) return <Panel title="Recording">{recordingLate}</Panel>
  if (one.recording === 'withheld') return <Panel title="Recording">{recordingWithheld}</Panel>
  if (one.recording === 'missing') return <Panel title="No recording">This class has none.</Panel>
  return <Panel title="Recording coming">It usually comes on the day after the class, and you get a mail.</Panel>
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5 rounded-lg border border-line bg-surface p-5 shadow-card">
      <p className="figures text-lg font-bold first-letter:uppercase">{title}</p>
      <div className="mt-1 text-sm text-muted">{children}</div>
    </div>
  )
}
