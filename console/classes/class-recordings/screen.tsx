import { Link } from 'react-router'
import { type ClassRecording, classRecordings } from '#contract/classes/staff/recordings.ts'
import { formatDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { batchReference } from '#console/kit/fields/references.ts'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { RecordingState, recordingStateChoices } from '#console/classes/recordings/recording-states.tsx'
import { RecordingsOfClass } from '#console/classes/recordings/recordings-of-class.tsx'
import { defineScreen } from '#console/kit/resource/screen.ts'

const nameOf = ({ topic, number, total }: ClassRecording) => topic || classTitle({ number, total })

export const screen = defineScreen({
  resource: classRecordings,
  title: 'Recordings',
  one: 'class',
  labels: {
    topic: 'Class',
    course: 'Course',
    batch: 'Batch',
    number: 'Number',
    starts_at: 'Held',
    instructor: 'Instructor',
    state: 'Recording',
    expected_by: 'Expected by',
    recordings: 'Parts',
    late: 'Late, of the last two weeks',
    from: 'From day',
    to: 'To day',
  },
  nameOf,
  columns: [
    { name: 'topic', show: nameOf },
    { name: 'state', width: '9.5rem', atEnd: true, show: ({ state }) => <RecordingState state={state} /> },
    { name: 'starts_at', width: '9rem', show: ({ starts_at }) => formatDay(starts_at) },
    { name: 'course', width: '16rem' },
    { name: 'instructor', width: '11rem' },
    { name: 'expected_by', width: '13rem', hidden: true, show: ({ expected_by }) => formatMoment(expected_by) },
    { name: 'recordings', width: '6rem', align: 'right', hidden: true },
  ],
  line: ({ starts_at, course, number }) => `${formatDay(starts_at)} · ${course}, class ${number}`,
  filters: [
    { name: 'state', kind: 'choice', choices: recordingStateChoices },
    { name: 'late', kind: 'flag' },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  views: [
    { name: 'Late', filters: { late: 'true' }, empty: 'Every class of the last two weeks has its recording.' },
    { name: 'Expected', filters: { state: 'expected' }, empty: 'No recording is expected now.' },
    { name: 'Withheld', filters: { state: 'withheld' }, empty: 'No recording is withheld.' },
  ],
  empty: 'Each class appears here when it is over, with its recording.',
  Panel,
})

function Panel({ record }: { record: ClassRecording }) {
  const { may } = useAccess()
  const batch = may('sessions:read') ? '/batches' : '/own-batches'
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          ['Recording', <RecordingState key="state" state={record.state} />],
          record.state === 'expected' || record.state === 'missing'
            ? ['Expected by', formatMoment(record.expected_by)]
            : ['Expected by', null],
          [
            'Class',
            <Link
              key="class"
              to={`${batch}/${record.batch_id}?class=${record.id}`}
              className="underline underline-offset-2 hover:text-accent"
            >
              {classTitle(record)}
            </Link>,
          ],
          ['Held', formatMoment(record.starts_at)],
          ['Course', record.course],
          ['Instructor', record.instructor],
        ]}
      />
      <RecordingsOfClass session={record} mayWrite={may('recordings:write') && record.may_write} />
    </div>
  )
}
