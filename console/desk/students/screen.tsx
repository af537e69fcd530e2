import { shownAddresses } from '#contract/shown-addresses.ts'
import { type StudentRecord, studentStates, students, studentStateNames } from '#contract/desk/staff/students.ts'
import { formatPlainDay } from '#ui/format.ts'
import { batchReference, courseReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { StateInList } from './student-state.tsx'

type Values = FormValues<typeof students>

const coursesOf = ({ courses }: StudentRecord) => courses.join(', ')

export const screen = defineScreen({
  resource: students,
  title: 'Students',
  one: 'student',
  labels: {
    name: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    courses: 'Attends',
    course: 'Course',
    batch: 'Batch',
    state: 'State',
    created_at: 'Registered',
    last_seen_at: 'Last seen',
    from: 'Registered from',
    to: 'Registered to',
  },
  nameOf: ({ name }) => name,
  columns: [
    { name: 'name' },
    { name: 'state', width: '9rem', atEnd: true, show: (student) => <StateInList student={student} /> },
    { name: 'email', width: '16rem' },
    { name: 'phone', width: '8rem', show: ({ phone }) => <span className="figures">{phone}</span> },
    { name: 'courses', width: '16rem', show: coursesOf },
    { name: 'created_at', width: '10.5rem', show: ({ created_at }) => formatPlainDay(created_at) },
    { name: 'last_seen_at', hidden: true, show: ({ last_seen_at }) => (last_seen_at ? formatPlainDay(last_seen_at) : null) },
  ],
  line: (student) => [shownAddresses(student.email ?? ''), coursesOf(student)].filter(Boolean).join(' · '),
  views: [
    { name: 'Unverified', filters: { state: 'unverified' }, empty: 'No unverified student.' },
    { name: 'Disabled', filters: { state: 'disabled' }, empty: 'No disabled student.' },
  ],
  filters: [
    { name: 'state', kind: 'choice', choices: studentStates.map((value) => ({ value, label: studentStateNames[value] })) },
    { name: 'course', kind: 'reference', to: courseReference, permission: 'courses:read' },
    { name: 'batch', kind: 'reference', to: batchReference, permission: 'batches:read' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'People who register or are imported appear here.',
  making: { done: ({ name }) => `${name} has an account. The code of the first sign-in verifies it.` },
  blank: { name: '', email: '', phone: null },
  locked: ({ state }) => (state === 'erased' ? 'This account is erased. It belongs to nobody any more.' : null),
  Form: ({ record }) => (record ? <Name /> : <Account />),
})

function Name() {
  return (
    <Section
      title="Name"
      text="Documents that were issued stay as they are. E-mail and phone change on the student’s page, on proof."
    >
      <TextField<Values> name="name" required maxLength={120} />
    </Section>
  )
}

function Account() {
  return (
    <Section
      title="Account"
      text="For somebody who did not register, such as a walk-in. It has no password and no enrolment yet."
    >
      <TextField<Values> name="name" required maxLength={120} />
      <Pair>
        <TextField<Values> name="email" type="email" required maxLength={254} hint="The codes go here." />
        <TextField<Values> name="phone" type="tel" inputMode="tel" hint="Ten digits" />
      </Pair>
    </Section>
  )
}
