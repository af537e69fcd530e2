import { attendance } from '#contract/classes/staff/attendance.ts'
import { formatPlainDay } from '#ui/format.ts'
import { BatchName, nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { defineScreen } from '#console/kit/resource/screen.ts'

export const screen = defineScreen({
  resource: attendance,
  title: 'Attendance',
  one: 'batch',
  labels: {
    course: 'Course',
    starts_at: 'Starts',
    ends_at: 'Ends',
    instructor: 'Instructor',
    students: 'Students',
    begun: 'Classes held',
    total: 'Classes',
    unmatched: 'Rows without a student',
    batch_type: 'Type',
    over: 'Over',
    id: 'Number',
  },
  nameOf: nameOfBatch,
  columns: [
    {
      name: 'course',
      show: (batch) => <BatchName {...batch} />,
    },
    { name: 'starts_at', show: ({ starts_at }) => formatPlainDay(starts_at), width: '11rem' },
    { name: 'instructor', width: '12rem' },
    { name: 'students', align: 'right', width: '7rem' },
    { name: 'begun', align: 'right', show: ({ begun, total }) => `${begun} of ${total}`, width: '9rem' },
    { name: 'unmatched', show: ({ unmatched }) => <Waiting count={unmatched} />, width: '12rem', atEnd: true },
    { name: 'ends_at', show: ({ ends_at }) => formatPlainDay(ends_at), hidden: true },
    { name: 'batch_type', hidden: true },
    { name: 'id', align: 'right', hidden: true },
  ],
  filters: [
    { name: 'unmatched', kind: 'flag' },
    { name: 'over', kind: 'flag' },
  ],
  views: [
    { name: 'Running', filters: { over: 'false' }, empty: 'No batch is running.' },
    { name: 'To match', filters: { unmatched: 'true' }, empty: 'Every row of a report has its student.' },
  ],
  empty: 'A batch appears here once its first class has begun.',
})

function Waiting({ count }: { count: number }) {
  return count > 0 ? <Badge tone="signal">{count} to match</Badge> : null
}
