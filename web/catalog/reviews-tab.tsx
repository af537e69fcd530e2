import type { Course } from '#contract/catalog.ts'
import { Accordion } from '#ui/accordion.tsx'

export function ReviewsTab({ reviews }: { reviews: Course['reviews'] }) {
  if (reviews.length === 0) return <p className="text-muted">No reviews yet. The first batch will write them.</p>
  return (
    <>
      <h2 className="mb-6 text-xl">What students say</h2>
      <ul className="space-y-8">
        {reviews.map((review) => (
          <li key={review.name}>
            <figure className="border-l-2 border-signal pl-5">
              <blockquote>“{review.feedback}”</blockquote>
              <figcaption className="mt-2 text-sm text-muted">
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
