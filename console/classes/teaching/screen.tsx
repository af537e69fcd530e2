import { type OwnBatch, ownBatches } from '#contract/classes/staff/teaching.ts'
import { formatPlainDay } from '#ui/format.ts'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { BatchState, batchStateChoices } from '#console/kit/calendar/states.tsx'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { defineScreen } from '#console/kit/resource/screen.ts'

const classesOf = ({ classes, classes_held: held }: OwnBatch) => `${held} of ${classes}`

export const screen = defineScreen({
  resource: ownBatches,
  title: 'My batches',
  one: 'batch',
  labels: {
    course: 'Course',
    state: 'State',
    starts_at: 'Begins',
    ends_at: 'Ends',
    time: 'Time',
    batch_type: 'Type',
    classes: 'Classes held',
    students: 'Students',
  },
  nameOf: nameOfBatch,
  columns: [
    {
      name: 'course',
      show: ({ course, teaches }) => (
        <span className="inline-flex max-w-full items-center gap-2">
          <span className="truncate">{course}</span>
          {teaches ? null : <Badge tone="signal">Substitute</Badge>}
        </span>
      ),
    },
    { name: 'starts_at', width: '11rem', show: ({ starts_at }) => formatPlainDay(starts_at) },
    { name: 'time', width: '13rem' },
    { name: 'classes', width: '8rem', align: 'right', show: classesOf },
    { name: 'students', width: '7rem', align: 'right' },
    { name: 'state', width: '9rem', atEnd: true, show: ({ state }) => <BatchState state={state} /> },
    { name: 'batch_type', hidden: true },
    { name: 'ends_at', hidden: true, show: ({ ends_at }) => formatPlainDay(ends_at) },
  ],
  line: (batch) =>
    `${formatPlainDay(batch.starts_at)} · ${countOf(batch.students, 'student')} · ${classesOf(batch)} classes held${batch.teaches ? '' : ' · substitute'}`,
  filters: [{ name: 'state', kind: 'choice', choices: batchStateChoices }],
  views: [
    { name: 'Running', filters: { state: 'running' }, empty: 'None of your batches runs now.' },
    { name: 'Upcoming', filters: { state: 'ahead' }, sort: 'starts_at', empty: 'None of your batches is ahead.' },
  ],
  empty: 'The batches that you teach appear here. The office names the instructor of a batch.',
})
