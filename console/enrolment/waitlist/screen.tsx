import { Link } from 'react-router'
import { waitlist, type WaitlistRecord, waitlistEndingNames, waitlistStateNames } from '#contract/enrolment/staff/waitlist.ts'
import { waitlistStates } from '#contract/enrolment/waitlist.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { batchReference, studentReference } from '#console/kit/fields/references.ts'
import { Facts } from '#console/kit/parts/facts.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { EntryActs } from './entry-acts.tsx'
import { EntryState, endingOf } from './entry-state.tsx'

const until = ({ offered_until: at, state }: WaitlistRecord) => (at && state === 'offered' ? formatMoment(at) : '')

export const screen = defineScreen({
  resource: waitlist,
  title: 'Waitlist',
  one: 'entry',
  labels: {
    student: 'Student',
    user: 'Student',
    open: 'On the list now',
    state: 'State',
    place: 'Place',
    course: 'Course',
    batch: 'Batch',
    batch_starts_on: 'Batch from',
    joined_at: 'Joined',
    offered_until: 'Offered until',
    closed_because: 'Why it is closed',
    reason: 'Reason',
  },
  nameOf: ({ student, course }) => `${student}, ${course}`,
  columns: [
    { name: 'student' },
    { name: 'state', width: '9rem', atEnd: true, show: (entry) => <EntryState entry={entry} /> },
    { name: 'place', width: '5rem', align: 'right', show: ({ place }) => place ?? '' },
    { name: 'course' },
    { name: 'batch_starts_on', width: '11rem', show: ({ batch_starts_on: day }) => formatPlainDay(day) },
    { name: 'joined_at', width: '13rem', show: ({ joined_at: at }) => formatMoment(at) },
    { name: 'offered_until', width: '13rem', show: until },
    { name: 'closed_because', hidden: true, show: ({ closed_because: why }) => (why ? waitlistEndingNames[why] : '') },
    { name: 'reason', hidden: true },
  ],
  line: ({ course, place, batch_starts_on: day }) =>
    `${place === null ? '' : `Number ${place}, `}${course}, from ${formatPlainDay(day)}`,
  filters: [
    { name: 'open', kind: 'flag' },
    {
      name: 'state',
      kind: 'choice',
      choices: waitlistStates.map((value) => ({ value, label: waitlistStateNames[value] })),
    },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
    { name: 'user', kind: 'reference', to: studentReference, permission: 'students:read' },
  ],
  views: [
    { name: 'Waiting', filters: { state: 'waiting' }, sort: 'joined_at', empty: 'Nobody waits for a seat.' },
    { name: 'Seat offered', filters: { state: 'offered' }, empty: 'No seat is offered to anybody.' },
  ],
  emptyTitle: 'Nobody waits',
  empty: 'Visitors of a full batch join its waitlist. A seat that comes free is offered to them, in turn.',
  Panel: EntryPanel,
})

/** One person on one list: the place, the offer, and what became of it. */
function EntryPanel({ record: entry }: { record: WaitlistRecord }) {
  const { may } = useAccess()
  const ending = endingOf(entry)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <EntryState entry={entry} />
        {entry.place === null ? null : <span className="figures text-lg font-semibold">Number {entry.place}</span>}
        {ending ? <span className="text-muted">{ending}</span> : null}
      </div>
      {entry.state === 'offered' && entry.offered_until ? (
        <p className="figures font-medium text-signal">The seat is held until {formatMoment(entry.offered_until)}.</p>
      ) : null}
      <EntryActs entry={entry} />
      {entry.reason ? (
        <p className="rounded-md bg-sunken px-3.5 py-2.5 text-base break-words whitespace-pre-line">{entry.reason}</p>
      ) : null}
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={entry.student_id} name={entry.student} />],
          ['Course', entry.course],
          [
            'Batch',
            may('batches:read') ? (
              <Link key="batch" to={`/batches/${entry.batch_id}?view=waitlist`} className="text-accent hover:underline">
                From {formatPlainDay(entry.batch_starts_on)}
              </Link>
            ) : (
              `From ${formatPlainDay(entry.batch_starts_on)}`
            ),
          ],
          ['Joined', formatMoment(entry.joined_at)],
          ['Offered', entry.offered_at ? formatMoment(entry.offered_at) : null],
          ['Closed', entry.closed_at ? formatMoment(entry.closed_at) : null],
        ]}
      />
    </div>
  )
}
