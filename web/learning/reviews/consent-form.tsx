import { useState } from 'react'
import {
  agreeToReview,
  consentBody,
  type OwnReview,
  reviewConsent,
  type ShownName,
  withoutName,
} from '#contract/learning/reviews.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'

interface Props {
  courseId: number
  own: OwnReview
  onDone: (own: OwnReview) => void
  onCancel: () => void
}

/** Asks whether the page of the course may show the review, and under which name. Nothing is chosen beforehand. */
export default function ConsentForm({ courseId, own, onDone, onCancel }: Props) {
  const shownAs = own.review?.shown_as
  const form = useContractForm(consentBody, { version: reviewConsent.version, ...(shownAs ? { shown_as: shownAs } : {}) })
  const { register, handleSubmit, showErrors, formState } = form
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState('')
  const submit = handleSubmit(async (body) => {
    setProblem('')
    try {
      onDone(await call(agreeToReview, { params: { course_id: courseId }, body }))
    } catch (error) {
      showErrors(error)
      setProblem(messageOf(error, 'This could not be saved. Please try again.'))
    }
  })
  const names: readonly (readonly [ShownName, string, string])[] = [
    ['full', own.full_name, 'Your whole name'],
    ['first', own.first_name, 'Your first name'],
    ['none', withoutName, 'No name'],
  ]
  return (
    <form aria-label="Publish your review" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <fieldset aria-describedby={errors.shown_as ? 'shown-as-error' : undefined}>
        <legend className="mb-1.5 block text-sm font-semibold">Which name stands beside it?</legend>
        <div className="grid gap-2">
          {names.map(([value, name, what]) => (
            <label
              key={value}
              className="flex min-h-12 items-center gap-3 rounded-md border border-edge px-3.5 py-2 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                {...register('shown_as')}
                type="radio"
                value={value}
                className="size-4.5 shrink-0 accent-accent outline-none"
              />
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="block text-xs text-muted">{what}</span>
              </span>
            </label>
          ))}
        </div>
        {errors.shown_as ? (
          <p id="shown-as-error" className="mt-1.5 text-sm font-medium text-bad">
            {errors.shown_as.message}
          </p>
        ) : null}
      </fieldset>
      <div>
        <label className="flex items-start gap-3 text-sm">
          <input
            {...register('agreed')}
            type="checkbox"
            aria-invalid={errors.agreed ? true : undefined}
            aria-describedby={errors.agreed ? 'agreed-error' : undefined}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span>{reviewConsent.words}</span>
        </label>
        {errors.agreed ? (
          <p id="agreed-error" className="mt-1.5 text-sm font-medium text-bad">
            {errors.agreed.message}
          </p>
        ) : null}
      </div>
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" pending={isSubmitting && 'Saving…'}>
          Agree
        </Button>
        <Button onClick={onCancel}>Not now</Button>
      </div>
    </form>
  )
}
