import { useQuery } from '@tanstack/react-query'
import { Check, Trash2 } from 'lucide-react'
import {
  acceptAsStaff,
  type QuestionRecord,
  questions,
  readQuestionAnswers,
  removeAnswer,
  removeQuestion,
  type StaffAnswer,
} from '#contract/learning/staff/questions.ts'
import { formatPlainDay } from '#ui/format.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { splitCode } from '#ui/split-code.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { workingAge } from '#console/kit/parts/working-age.tsx'
import { useNextRecord } from '#console/kit/resource/use-next-record.ts'
import { AnswerBox } from './answer-box.tsx'
import { useQuestionChange } from './use-question-change.ts'

/** A question: who asks about what, what was answered, and the answer to write. */
export function QuestionPanel({ record: question }: { record: QuestionRecord }) {
  const { may } = useAccess()
  const next = useNextRecord(question.id, '/questions')
  const run = useQuestionChange()
  const mayWrite = may('questions:write')
  const remove = async () => {
    const yes = await confirm({
      title: 'Delete this question?',
      text: `The question of ${question.student} is gone for the batch, with ${countOf(question.answer_count, 'answer')}. The log keeps who did it.`,
      action: 'Delete',
      danger: true,
    })
    if (!yes) return
    const target = { params: { id: question.id }, body: {}, ifMatch: question.version }
    if (!(await run(() => call(removeQuestion, target)))) return
    notify('The question is deleted.')
    next()
  }
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          [
            'Student',
            may('students:read') ? (
              <StudentLink key="student" id={question.student_id} name={question.student} />
            ) : (
              question.student
            ),
          ],
          ['Course', question.course],
          ['Batch', `From ${formatPlainDay(question.batch_starts_on)}`],
          [
            'Class',
            question.class_topic === null
              ? null
              : [question.class_number && `Class ${question.class_number}`, question.class_topic].filter(Boolean).join(': '),
          ],
          ['Asked', formatMoment(question.created_at)],
          ['Waits for', question.age_hours === null ? null : workingAge(question.age_hours)],
        ]}
      />
      {question.body === null ? (
        <p className="text-muted">The person who asked has erased the account. The answers stay for the batch.</p>
      ) : (
        <div className="rounded-md bg-sunken px-3.5 py-2.5">
          <Text text={question.body} />
        </div>
      )}
      <Answers question={question} mayWrite={mayWrite} />
      {mayWrite && question.body !== null ? <AnswerBox key={question.id} question={question} onDone={next} /> : null}
      {mayWrite ? (
        <Button className="justify-self-start" onClick={() => remove()}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete question
        </Button>
      ) : null}
    </div>
  )
}

/** What a student wrote, as text and code. An address is no link here: a stranger may have typed it. */
function Text({ text }: { text: string }) {
  return (
    <div className="grid gap-2 text-base">
      {splitCode(text).map(({ at, isCode, text: part }) =>
        isCode ? (
          <CodeBlock key={at} code={part} className="rounded-sm border border-line bg-surface px-3 py-2" />
        ) : (
          <p key={at} className="wrap-anywhere whitespace-pre-line">
            {part}
          </p>
        ),
      )}
    </div>
  )
}

function Answers({ question, mayWrite }: { question: QuestionRecord; mayWrite: boolean }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [questions.name, 'answers', question.id, question.version],
    queryFn: () => call(readQuestionAnswers, { params: { id: question.id } }),
  })
  if (isPending) return question.answer_count > 0 ? <SkeletonLines lines={2} /> : null
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (data.answers.length === 0) return null
  return (
    <ol aria-label="Answers" className="grid gap-3">
      {data.answers.map((answer) => (
        <OneAnswer key={answer.id} answer={answer} question={question} mayWrite={mayWrite} />
      ))}
    </ol>
  )
}

function OneAnswer({ answer, question, mayWrite }: { answer: StaffAnswer; question: QuestionRecord; mayWrite: boolean }) {
  const run = useQuestionChange()
  const target = { params: { id: question.id }, ifMatch: question.version }
  const accept = () => run(() => call(acceptAsStaff, { ...target, body: { answer_id: answer.accepted ? null : answer.id } }))
  const remove = async () => {
    const yes = await confirm({
      title: 'Delete this answer?',
      text: `The answer of ${answer.by} is gone for the batch. The log keeps who did it.`,
      action: 'Delete',
      danger: true,
    })
    if (yes && (await run(() => call(removeAnswer, { ...target, body: { answer_id: answer.id } }))))
      notify('The answer is deleted.')
  }
  return (
    <li className={`rounded-md border px-3.5 py-2.5 ${answer.accepted ? 'border-good' : 'border-line'}`}>
      <p className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span>
          {answer.by}
          {answer.of_asker ? ', who asked' : ''} · {formatMoment(answer.created_at)}
        </span>
        {answer.accepted ? <Badge tone="good">Accepted</Badge> : null}
      </p>
      <Text text={answer.body} />
      {mayWrite ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => accept()}>
            <Check aria-hidden="true" className="size-4" />
            {answer.accepted ? 'Take back' : 'Accept'}
          </Button>
          <Button onClick={() => remove()}>Delete answer</Button>
        </div>
      ) : null}
    </li>
  )
}
