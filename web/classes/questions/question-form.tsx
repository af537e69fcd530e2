import { useState } from 'react'
import type { RoomClass } from '#contract/classes/classes.ts'
import { type QuestionThread, questionBody, questionLimits } from '#contract/learning/questions.ts'
import { Button } from '#ui/button.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { formatShortDay } from '#ui/format.ts'
import { messageOf } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'

/** How code is written, below each box. */
export const codeHint = 'Code stands between two lines of three backticks (```). Write no passwords or phone numbers.'

interface Props {
  label: string
  button: string
  /** What stands in the fields at first. */
  begin: { title: string; body: string; session_id: number | null }
  classes: readonly RoomClass[]
  send: (body: { title: string; body: string; session_id: number | null }) => Promise<QuestionThread>
  onDone: (question: QuestionThread) => void
  onCancel: () => void
}

/** Asks a question, or changes one. What was typed stays when it could not be sent. */
export function QuestionForm({ label, button, begin, classes, send, onDone, onCancel }: Props) {
  const { register, handleSubmit, showErrors, formState } = useContractForm(questionBody, begin)
  const [problem, setProblem] = useState('')
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (body) => {
    setProblem('')
    try {
      onDone(await send(body))
    } catch (error) {
      showErrors(error)
      setProblem(messageOf(error, 'Your question could not be sent. Please try again.'))
    }
  })
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="space-y-5 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <Field
        {...register('title')}
        label="Your question in one line"
        maxLength={questionLimits.title}
        required
        error={errors.title?.message}
      />
      <Textarea
        {...register('body')}
        label="What you tried, and where you are stuck"
        className="min-h-52"
        maxLength={questionLimits.body}
        required
        hint={codeHint}
        error={errors.body?.message}
      />
      <SelectField
        {...register('session_id', { setValueAs: (value: unknown) => (value === '' || value === null ? null : Number(value)) })}
        label="About a class"
        error={errors.session_id?.message}
      >
        <option value="">No class in particular</option>
        {classes.map((one) => (
          <option key={one.session_id} value={one.session_id}>
            {nameOfClass(one)}, {formatShortDay(one.starts_at)}
          </option>
        ))}
      </SelectField>
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" pending={isSubmitting && 'Sending…'}>
          {button}
        </Button>
        <Button onClick={onCancel}>Discard</Button>
      </div>
    </form>
  )
}

/** "Class 7: Reading a query plan". */
export function nameOfClass({ number, topic }: Pick<RoomClass, 'number' | 'topic'>): string {
  if (number === null) return topic || 'A class'
  return topic ? `Class ${number}: ${topic}` : `Class ${number}`
}
