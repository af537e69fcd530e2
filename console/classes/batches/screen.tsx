import { useFormContext, useWatch } from 'react-hook-form'
import { type BatchRecord, batches } from '#contract/classes/staff/batches.ts'
import { formatPlainDay } from '#ui/format.ts'
import { namesOfWeekdays } from '#ui/days.ts'
import { PlanPreview } from '#console/kit/calendar/plan-preview.tsx'
import { courseReference, instructorReference } from '#console/kit/fields/references.ts'
import { countOfClasses } from '#console/kit/calendar/change-texts.ts'
import { type Blank, defineScreen } from '#console/kit/resource/screen.ts'
import { BatchForm } from './batch-form.tsx'
import { showClassroom } from './classroom-field.tsx'
import { Seats } from './seats.tsx'
import { batchFrom, BatchName, nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { BatchState, batchStateChoices } from '#console/kit/calendar/states.tsx'

export const screen = defineScreen({
  resource: batches,
  title: 'Batches',
  one: 'batch',
  locked: ({ state }) => (state === 'cancelled' ? 'A cancelled batch can not be changed.' : null),
  labels: {
    course: 'Course',
    course_id: 'Course',
    starts_at: 'Starts',
    ends_at: 'Ends',
    time: 'Time',
    students: 'Seats taken',
    capacity: 'Seats',
    instructor: 'Instructor',
    instructor_id: 'Instructor',
    state: 'State',
    classes: 'Classes',
    mode_of_training: 'Mode',
    batch_type: 'Type',
    first_day: 'First day',
    weekdays: 'Weekdays',
    clock: 'Time',
    minutes: 'Length',
    class_count: 'Number of classes',
    last_day: 'Last day',
    calendar: 'Holidays',
    classroom_url: 'Classroom link',
    classroom_provider: 'Held',
    id: 'Number',
  },
  nameOf: nameOfBatch,
  columns: [
    {
      name: 'course',
      show: (batch) => <BatchName {...batch} />,
    },
    { name: 'starts_at', show: ({ starts_at }) => formatPlainDay(starts_at), width: '10rem' },
    { name: 'time', width: '13rem' },
    { name: 'students', show: (batch) => <Seats {...batch} />, width: '12rem' },
    { name: 'instructor' },
    { name: 'state', show: (batch) => <BatchState {...batch} />, width: '8rem' },
    { name: 'weekdays', show: ({ weekdays }) => namesOfWeekdays(weekdays), hidden: true },
    { name: 'ends_at', show: ({ ends_at }) => formatPlainDay(ends_at), hidden: true },
    { name: 'classes', align: 'right', hidden: true },
    { name: 'batch_type', hidden: true },
    { name: 'mode_of_training', hidden: true },
    { name: 'id', align: 'right', hidden: true },
  ],
  line: (batch) => (
    <>
      <span className="block truncate">
        {batchFrom(batch)}, {batch.time}
      </span>
      <span className="mt-1.5 flex items-center justify-between gap-2">
        <Seats {...batch} />
        <BatchState {...batch} />
      </span>
    </>
  ),
  filters: [
    { name: 'course', kind: 'reference', to: courseReference, permission: 'courses:read' },
    { name: 'state', kind: 'choice', choices: batchStateChoices },
    { name: 'instructor', kind: 'reference', to: instructorReference, permission: 'instructors:read' },
  ],
  views: [
    { name: 'Upcoming', filters: { state: 'ahead' }, sort: 'starts_at', empty: 'No batch is ahead.' },
    { name: 'Drafts', filters: { state: 'draft' }, sort: 'starts_at', empty: 'No batch is a draft. A duplicate begins as one.' },
    { name: 'Running', filters: { state: 'running' }, sort: 'starts_at', empty: 'No batch is running.' },
  ],
  empty: 'A batch is a course with its days, its instructor and its seats.',
  blank: {
    // Null until somebody chooses: the schema then says that it is required.
    course_id: null,
    instructor_id: null,
    mode_of_training: 'Live online',
    batch_type: 'Weekday evening',
    capacity: 30,
    classroom_url: null,
    classroom_provider: null,
    first_day: null,
    clock: '19:30',
    weekdays: [],
    minutes: 90,
    class_count: 24,
    last_day: null,
    calendar: null,
  },
  making: { done: (batch) => `${nameOfBatch(batch)} is created, with ${countOfClasses(batch.classes)}.` },
  show: {
    classroom_provider: showClassroom,
    weekdays: (value) => (Array.isArray(value) ? namesOfWeekdays(value.filter((day) => typeof day === 'number')) : null),
  },
  Form: BatchForm,
  Beside: Plan,
})

function Plan({ record }: { record: BatchRecord | null }) {
  const { control } = useFormContext<Blank<typeof batches>>()
  const [first_day, clock, weekdays, minutes, class_count, last_day, calendar, instructor_id] = useWatch({
    control,
    name: ['first_day', 'clock', 'weekdays', 'minutes', 'class_count', 'last_day', 'calendar', 'instructor_id'],
  })
  return (
    <section aria-label="Classes" className="border-t border-line pt-6 xl:border-t-0 xl:border-l xl:pt-2 xl:pl-8">
      <div className="xl:sticky xl:top-4">
        <h2 className="mb-3 text-base">Classes</h2>
        <PlanPreview
          pattern={{ first_day, clock, weekdays, minutes, class_count, last_day, calendar }}
          batchId={record?.id ?? null}
          instructorId={instructor_id}
        />
      </div>
    </section>
  )
}
