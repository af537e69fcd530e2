import { submissions, submissionStates, submissionStateNames } from '#contract/learning/staff/work.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { SubmissionState } from './submission-state.tsx'

export const screen = defineScreen({
  resource: submissions,
  title: 'Work to review',
  one: 'submission',
  labels: {
    student: 'Student',
    state: 'State',
    exercise: 'Exercise',
    course: 'Course',
    number: 'Class',
    attempt: 'Attempt',
    late: 'Late',
    submitted_at: 'Handed in',
    batch: 'Batch number',
    id: 'Number',
  },
  nameOf: ({ student, exercise }) => `${student}: ${exercise}`,
  columns: [
    { name: 'student' },
    { name: 'state', width: '10rem', atEnd: true, show: (one) => <SubmissionState submission={one} /> },
    { name: 'exercise' },
    { name: 'course' },
    { name: 'attempt', align: 'right', width: '6rem' },
    {
      name: 'submitted_at',
      width: '14rem',
      show: ({ submitted_at, late }) => `${formatMoment(submitted_at)}${late ? ', late' : ''}`,
    },
    { name: 'number', align: 'right', hidden: true },
    { name: 'id', align: 'right', hidden: true },
  ],
  line: ({ exercise, course, attempt }) => `${exercise} · ${course} · attempt ${attempt}`,
  views: [
    { name: 'To review', filters: { state: 'waiting' }, sort: 'submitted_at', empty: 'Every student has an answer.' },
    { name: 'Again', filters: { state: 'again' }, sort: '-submitted_at', empty: 'No student was asked for another attempt.' },
    { name: 'Accepted', filters: { state: 'accepted' }, sort: '-submitted_at', empty: 'No work is accepted yet.' },
  ],
  filters: [
    { name: 'state', kind: 'choice', choices: submissionStates.map((value) => ({ value, label: submissionStateNames[value] })) },
    { name: 'exercise', kind: 'text' },
    { name: 'batch', kind: 'text' },
  ],
  empty: 'What students hand in appears here.',
})
