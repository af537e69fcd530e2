import type { Course } from '#contract/catalog/catalog.ts'
import type { CourseReviews, ShownReview } from '#contract/learning/reviews.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Stars } from '#ui/stars.tsx'

/** A course with the stars of its reviews. */
export type RatedCourse = Omit<Course, 'reviews'> & { reviews: ShownReview[] }

/** Two students may share a name and even the words, so the place is the key. The list never changes on a page. */
const placed = (reviews: readonly ShownReview[]) => reviews.map((review, place) => ({ ...review, place }))

export function ReviewsTab({ reviews, rating }: { reviews: ShownReview[]; rating: CourseReviews['rating'] }) {
  if (reviews.length === 0) return <p className="text-muted">No reviews yet. The first batch will write them.</p>
  return (
    <>
      <h2 className="text-xl">What students say</h2>
      {rating ? (
        <p className="figures mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Stars value={Math.round(rating.average)} />
          <span>
            <strong className="text-base text-ink">{rating.average}</strong> of 5, by{' '}
            {rating.count === 1 ? '1 student' : `${rating.count} students`} who attended
          </span>
        </p>
      ) : null}
      <ul className="mt-6 space-y-8">
        {placed(reviews).map((review) => (
          <li key={review.place}>
            <figure className="border-l-2 border-signal pl-5">
              {review.rating === null ? null : <Stars value={review.rating} label={`${review.rating} of 5 stars`} />}
              <blockquote className="whitespace-pre-line wrap-anywhere">“{review.feedback}”</blockquote>
              <figcaption className="mt-2 text-sm wrap-anywhere text-muted">
                {review.name}, {review.course}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </>
  )
}

export function FaqsTab({ faqs }: { faqs: Course['faqs'] }) {
  if (faqs.length === 0) return <p className="text-muted">No questions yet. Ask yours through the form below.</p>
  return (
    <>
      <h2 className="mb-4 text-xl">Questions people ask</h2>
      <Accordion
        single
        items={faqs.map((faq) => ({
          title: faq.question,
          body: (
            <div className="prose-width space-y-3 text-muted">
              {faq.answers.map((answer) => (
                <p key={answer}>{answer}</p>
              ))}
            </div>
          ),
        }))}
      />
    </>
  )
}
