import { CalendarX2, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type SessionOutcome, type SessionRecord, classStateNames } from '#contract/classes/staff/sessions.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { sumUpNotified } from '#console/kit/calendar/change-texts.ts'
import { Diff } from '#console/kit/resource/diff.tsx'
import { Value } from '#console/kit/resource/value.tsx'

/** What people call the fields of a class, in comparisons and forms. */
export const classLabels: Readonly<Record<string, string>> = {
  starts_at: 'Begins',
  ends_at: 'Ends',
  state: 'State',
  cancel_reason: 'Reason',
  number: 'Class number',
  made_up_at: 'Made up on',
  instructor: 'Instructor',
  topic: 'Topic',
  module: 'Module',
  prepare: 'What to prepare',
  notes: 'Notes',
  classroom_url: 'Classroom link',
  classroom_provider: 'Held',
  batch_starts_at: 'Batch begins',
  batch_ends_at: 'Batch ends',
  batch_classes: 'Classes of the batch',
}

const showState = (value: unknown): ReactNode =>
  typeof value === 'string' && value in classStateNames ? (
    classStateNames[value as SessionRecord['state']]
  ) : (
    <Value value={value} />
  )

const showInstant = (value: unknown): ReactNode =>
  typeof value === 'string' ? (
    <>
      {formatDay(value)}, <span className="whitespace-nowrap">{formatClock(value).replace(' IST', '')}</span>
    </>
  ) : (
    <Value value={value} />
  )

/** A class is never far away, so that its days need no year. */
export const showClassField = {
  state: showState,
  number: (value: unknown): ReactNode => (value === null ? 'None' : <Value value={value} />),
  starts_at: showInstant,
  made_up_at: (value: unknown): ReactNode => (value === null ? 'None' : showInstant(value)),
  ends_at: showInstant,
  batch_starts_at: showInstant,
  batch_ends_at: showInstant,
}

/** What a change of a class does: its fields before and after, what else is at that time, and who is told. */
export function Consequence({ outcome, isNew }: { outcome: SessionOutcome; isNew: boolean }) {
  const { changes, clashes, students, tells, session } = outcome
  const withoutMail =
    tells.students > 0 && !tells.instructors.includes(session.instructor)
      ? `${session.instructor} has no active staff account and gets none.`
      : null
  const shown = isNew ? changes.filter(({ field }) => field.startsWith('batch_')) : changes
  return (
    <section aria-label="Consequence" className="grid gap-3">
      {shown.length > 0 ? (
        <Diff
          changes={shown.map(({ field, before, after }) => ({ name: field, label: classLabels[field] ?? field, before, after }))}
          show={showClassField}
        />
      ) : (
        <p className="text-muted">{isNew ? 'The dates of the batch stay as they are.' : 'Nothing changes.'}</p>
      )}
      {clashes.length > 0 ? (
        <ul className="grid gap-1.5 rounded-md bg-signal-soft px-3 py-2">
          {clashes.map(({ kind, what }) => (
            <li key={`${kind} ${what}`} className="flex items-start gap-2">
              {kind === 'holiday' ? (
                <CalendarX2 aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-signal" />
              ) : (
                <UserX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-signal" />
              )}
              {kind === 'holiday' ? `This day is a holiday: ${what}.` : `The instructor has another class at that time. ${what}.`}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-muted">
        {[
          students === 0 ? 'Nobody is enrolled yet.' : null,
          sumUpNotified(tells) ?? (students === 0 ? null : 'Nobody gets a mail.'),
          withoutMail,
          changes.some(({ field }) => field === 'number') ? 'The numbers of other classes change with it.' : null,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </section>
  )
}
