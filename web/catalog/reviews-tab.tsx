import type { Course } from '#contract/catalog/catalog.ts'
import type { CourseReviews, ShownReview } from '#contract/learning/reviews.ts'
import { Accordion } from '#ui/accordion.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { Stars } from '#ui/stars.tsx'

/** A course with the stars of its reviews. */
export type RatedCourse = Omit<Course, 'reviews'> & { reviews: ShownReview[] }

/** Two students may share a name and even the words, so the place is the key. The list never changes on a page. */
const placed = (reviews: readonly ShownReview[]) => reviews.map((review, place) => ({ ...review, place }))

interface ReviewsProps {
  /** The title of the page's course, which a quote about it need not repeat. */
  course: string
  reviews: ShownReview[]
  rating: CourseReviews['rating']
}

export function ReviewsTab({ course, reviews, rating }: ReviewsProps) {
  if (reviews.length === 0) return <p className="text-muted">No reviews yet. The first batch will write them.</p>
  const rated = reviews.filter((review) => review.rating !== null)
  const quotes = reviews.filter((review) => review.rating === null)
  return (
    <>
      <h2 className="text-xl">What students say</h2>
      {rating ? <StarsOfAll rating={rating} /> : null}
      <Quotes course={course} reviews={rated} />
      {quotes.length > 0 && rated.length > 0 ? (
        <>
          <h3 className="mt-12 text-lg">Quotes</h3>
          <p className="mt-1 text-sm text-muted">Said to the school, without stars. They do not count above.</p>
        </>
      ) : null}
      <Quotes course={course} reviews={quotes} />
    </>
  )
}

/** The average, and how many gave each number of stars. */
function StarsOfAll({ rating: { average, count, stars } }: { rating: NonNullable<CourseReviews['rating']> }) {
  return (
    <div className="mt-5 grid gap-x-12 gap-y-5 rounded-lg border border-line bg-surface p-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:p-6">
      <p className="figures text-sm text-muted">
        <strong className="block text-4xl leading-none font-extrabold text-ink">{average}</strong>
        <Stars value={Math.round(average)} className="mt-2 size-5" />
        <span className="mt-1 block">of 5, by {count === 1 ? '1 student' : `${count} students`} who attended</span>
      </p>
      <table className="figures w-full text-sm">
        <caption className="sr-only">Students by stars</caption>
        <tbody>
          {[5, 4, 3, 2, 1].map((place) => {
            const students = stars[place - 1] ?? 0
            return (
              <tr key={place}>
                <th scope="row" className="w-16 pr-3 text-left font-normal whitespace-nowrap text-muted">
                  {place === 1 ? '1 star' : `${place} stars`}
                </th>
                <td aria-hidden="true">
                  <progress
                    value={students}
                    max={count}
                    className="block h-2 w-full appearance-none overflow-clip rounded-full bg-sunken [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-signal"
                  />
                </td>
                <td className="w-10 pl-3 text-right text-muted">{students}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The day on which a review came; nothing for one that staff have typed. Reviews of one day say it once. */
const dayOf = (review: ShownReview | undefined): string | undefined =>
  review && review.published_at !== null ? formatPlainDay(review.published_at) : undefined

function Quotes({ course, reviews }: { course: string; reviews: readonly ShownReview[] }) {
  if (reviews.length === 0) return null
  return (
    <ul className="mt-6 space-y-8">
      {placed(reviews).map((review) => (
        <li key={review.place}>
          <figure className="border-l-2 border-signal pl-5">
            {review.rating === null ? null : <Stars value={review.rating} label={`${review.rating} of 5 stars`} />}
            <blockquote className="whitespace-pre-line wrap-anywhere">“{review.feedback}”</blockquote>
            <figcaption className="figures mt-2 text-sm wrap-anywhere text-muted">
              <span className="font-semibold text-ink">{review.name}</span>
              {review.course === course ? null : `, ${review.course}`}
              {dayOf(review) === dayOf(reviews[review.place - 1]) ? null : <span className="block text-xs">{dayOf(review)}</span>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
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
