import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  acceptAnswer,
  type Answer,
  answerBody,
  answerQuestion,
  deleteAnswer,
  type QuestionThread,
  questionLimits,
} from '#contract/learning/questions.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/field.tsx'
import { formatClock, formatDay } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { codeHint } from './question-form.tsx'
import { Written } from './written.tsx'

interface Props {
  question: QuestionThread
  onChange: (question: QuestionThread) => void
}

export function Answers({ question, onChange }: Props) {
  const { answers } = question
  return (
    <section aria-labelledby="answers" className="mt-10">
      <h2 id="answers" className="text-xl">
        {answers.length === 0 ? 'No answer yet' : answers.length === 1 ? '1 answer' : `${answers.length} answers`}
      </h2>
      {answers.length === 0 ? (
        <p className="mt-2 text-muted">Your instructor answers on working days. Somebody of your batch may be faster.</p>
      ) : (
        <ol className="mt-4 space-y-4">
          {answers.map((answer) => (
            <OneAnswer key={answer.id} answer={answer} question={question} onChange={onChange} />
          ))}
        </ol>
      )}
    </section>
  )
}

function OneAnswer({ answer, question, onChange }: Props & { answer: Answer }) {
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState('')
  const run = async (act: () => Promise<QuestionThread>) => {
    if (running) return
    setRunning(true)
    setProblem('')
    try {
      onChange(await act())
    } catch (error) {
      setProblem(messageOf(error, 'This could not be saved. Please try again.'))
    }
    setRunning(false)
  }
  const accept = (id: number | null) => run(() => call(acceptAnswer, { params: { id: question.id }, body: { answer_id: id } }))
  return (
    <li
      className={`rounded-lg border bg-surface p-5 shadow-card sm:p-6 ${answer.accepted ? 'border-good' : 'border-line'}`}
      aria-label={`Answer by ${answer.mine ? 'you' : answer.by}`}
    >
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold">{answer.mine ? 'You' : answer.by}</span>
        {answer.role === 'instructor' ? <Tag>Instructor</Tag> : null}
        <span className="figures text-muted">
          {formatDay(answer.created_at)}, {formatClock(answer.created_at)}
        </span>
        {answer.accepted ? (
          <span className="inline-flex items-center gap-1.5 font-semibold text-good sm:ml-auto">
            <Check aria-hidden="true" className="size-4" />
            Accepted answer
          </span>
        ) : null}
      </div>
      <Written text={answer.body} />
      {question.mine || answer.mine ? (
        <div className="mt-4 flex flex-wrap gap-2">
          {question.mine ? (
            <Button aria-disabled={running} onClick={() => void accept(answer.accepted ? null : answer.id)}>
              {answer.accepted ? 'Take back' : 'This helped: accept'}
            </Button>
          ) : null}
          {answer.mine ? (
            <Button
              variant="quiet"
              aria-disabled={running}
              onClick={() => void run(() => call(deleteAnswer, { params: { id: answer.id } }))}
            >
              Delete my answer
            </Button>
          ) : null}
        </div>
      ) : null}
      {problem ? (
        <div className="mt-3">
          <Notice tone="bad" title={problem} />
        </div>
      ) : null}
    </li>
  )
}

function Tag({ children }: { children: ReactNode }) {
  return <span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-xs font-semibold text-accent">{children}</span>
}

/** Writes an answer. What was typed stays when it could not be sent. */
export function AnswerForm({ question, onDone }: { question: QuestionThread; onDone: (question: QuestionThread) => void }) {
  const { register, handleSubmit, reset, formState } = useContractForm(answerBody, { body: '' })
  const [problem, setProblem] = useState('')
  const submit = handleSubmit(async (body) => {
    setProblem('')
    try {
      onDone(await call(answerQuestion, { params: { id: question.id }, body }))
      reset({ body: '' })
    } catch (error) {
      setProblem(messageOf(error, 'Your answer could not be sent. Please try again.'))
    }
  })
  return (
    <form aria-label="Your answer" noValidate onSubmit={(event) => void submit(event)} className="mt-8 max-w-3xl space-y-4">
      <Textarea
        {...register('body')}
        label={question.mine ? 'Add something' : 'Your answer'}
        maxLength={questionLimits.body}
        required
        hint={codeHint}
        error={formState.errors.body?.message}
      />
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <Button variant="primary" type="submit" pending={formState.isSubmitting && 'Sending…'}>
        {question.mine ? 'Add' : 'Answer'}
      </Button>
    </form>
  )
}
