import {
  type QuestionRecord,
  questions,
  staffQuestionStates,
  staffQuestionStateNames,
} from '#contract/learning/staff/questions.ts'
import { formatPlainDay } from '#ui/format.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { keepKey } from '#console/kit/parts/held-keys.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { AgePill } from '#console/kit/parts/working-age.tsx'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { QuestionPanel } from './question-panel.tsx'

const nameOf = ({ title }: QuestionRecord) => title ?? 'Question of a former student'
const classOf = ({ class_number: number, class_topic: topic }: QuestionRecord) =>
  [number === null ? null : `Class ${number}`, topic].filter(Boolean).join(': ')

/** One that waits shows its age against the promise to answer. */
export function QuestionState({ question }: { question: QuestionRecord }) {
  if (question.age_hours !== null) return <AgePill hours={question.age_hours} />
  return question.state === 'accepted' ? <Badge tone="good">Accepted</Badge> : <Badge tone="ahead">Answered</Badge>
}

export const screen = defineScreen({
  resource: questions,
  title: 'Questions',
  one: 'question',
  labels: {
    title: 'Question',
    body: 'Text',
    state: 'State',
    is_late: 'Late',
    student: 'Student',
    course: 'Course',
    class_topic: 'Class',
    batch_starts_on: 'Batch',
    answer_count: 'Answers',
    created_at: 'Asked',
    since_at: 'Waits since',
    from: 'From day',
    to: 'To day',
  },
  nameOf,
  columns: [
    { name: 'title', show: nameOf },
    { name: 'state', width: '9rem', atEnd: true, show: (question) => <QuestionState question={question} /> },
    { name: 'student', width: '10rem' },
    { name: 'class_topic', show: classOf },
    { name: 'course', hidden: true },
    { name: 'batch_starts_on', hidden: true, show: ({ batch_starts_on: day }) => `From ${formatPlainDay(day)}` },
    { name: 'answer_count', hidden: true, align: 'right' },
    { name: 'created_at', hidden: true, show: ({ created_at: at }) => formatMoment(at) },
  ],
  line: (question) => [question.student, classOf(question) || question.course].join(' · '),
  views: [
    { name: 'To answer', filters: { state: 'waiting' }, empty: 'No question waits.' },
    { name: 'Answered', filters: { state: 'answered' }, sort: '-since_at', empty: 'No question is answered.' },
    { name: 'Accepted', filters: { state: 'accepted' }, sort: '-since_at', empty: 'No answer is accepted.' },
  ],
  filters: [
    {
      name: 'state',
      kind: 'choice',
      choices: staffQuestionStates.map((value) => ({ value, label: staffQuestionStateNames[value] })),
    },
    { name: 'is_late', kind: 'flag' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'What students ask in their batch appears here.',
  Panel: QuestionPanel,
  rowKeys: { r: ({ body }) => body !== null && keepKey('r') },
})
