import { useState } from 'react'
import { useController } from 'react-hook-form'
import { type OwnReview, reviewBody, reviewLimits, writeReview } from '#contract/learning/reviews.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { StarChoice } from './star-choice.tsx'

interface Props {
  courseId: number
  review: OwnReview['review']
  onDone: (own: OwnReview) => void
  onCancel: () => void
}

/** Writes the review, or changes it. What was typed stays when it could not be sent. */
export default function ReviewForm({ courseId, review, onDone, onCancel }: Props) {
  const form = useContractForm(reviewBody, review ? { rating: review.rating, text: review.text } : { text: '' })
  const { register, handleSubmit, showErrors, formState } = form
  // Registered, so that a form without stars moves the focus here.
  const { field: stars } = useController({ control: form.control, name: 'rating' })
  const { errors, isSubmitting } = formState
  const [problem, setProblem] = useState('')
  const submit = handleSubmit(async (body) => {
    setProblem('')
    try {
      onDone(await call(writeReview, { params: { course_id: courseId }, body }))
    } catch (error) {
      showErrors(error)
      setProblem(messageOf(error, 'Your review could not be saved. Please try again.'))
    }
  })
  return (
    <form aria-label="Your review" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <StarChoice value={stars.value} error={errors.rating?.message} onChange={stars.onChange} firstRef={stars.ref} />
      <Textarea
        {...register('text')}
        label="What would you tell a friend about it?"
        className="min-h-46"
        maxLength={reviewLimits.text}
        required
        hint={
          review?.state === 'published'
            ? 'The page shows a changed review when the school has read it again.'
            : 'Leave out names of others. The school reads it.'
        }
        error={errors.text?.message}
      />
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" type="submit" pending={isSubmitting && 'Saving…'}>
          Save review
        </Button>
        <Button onClick={onCancel}>Discard</Button>
      </div>
    </form>
  )
}
