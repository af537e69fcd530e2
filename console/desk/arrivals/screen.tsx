import { arrivalKindNames, arrivalKinds, arrivals, arrivalStateNames, arrivalStates } from '#contract/desk/staff/arrivals.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { ArrivalForm } from './arrival-form.tsx'
import { ArrivalState, gains } from './arrival-state.tsx'

export const screen = defineScreen({
  resource: arrivals,
  title: 'Arrivals',
  one: 'arrival',
  labels: {
    file_name: 'File',
    kind: 'Has',
    source: 'From',
    text: 'Table',
    state: 'State',
    additions: 'Brings',
    problems: 'Left out',
    staff: 'By',
    created_at: 'Checked on',
  },
  nameOf: ({ file_name }) => file_name,
  columns: [
    { name: 'file_name' },
    { name: 'state', width: '9rem', atEnd: true, show: (record) => <ArrivalState state={record.state} /> },
    { name: 'additions', width: '15rem', show: gains },
    { name: 'problems', align: 'right', width: '6rem' },
    { name: 'source', width: '11rem' },
    { name: 'staff', width: '10rem' },
    { name: 'created_at', width: '13rem', show: ({ created_at }) => formatMoment(created_at) },
  ],
  line: (record) => `${gains(record)}, from ${record.source}`,
  filters: [
    { name: 'kind', kind: 'choice', choices: arrivalKinds.map((value) => ({ value, label: arrivalKindNames[value] })) },
    { name: 'state', kind: 'choice', choices: arrivalStates.map((value) => ({ value, label: arrivalStateNames[value] })) },
  ],
  empty: 'Courses, batches and past payments of another system are checked here first, and then run.',
  making: {
    title: 'Bring over from another system',
    button: 'Check the file',
    done: ({ file_name }) => `${file_name} is checked. Nothing has changed yet.`,
  },
  blank: { kind: 'courses', file_name: '', source: '', text: '' },
  locked: () => 'Lines that are left out are mended in the file, which is then checked again.',
  Form: ArrivalForm,
})
