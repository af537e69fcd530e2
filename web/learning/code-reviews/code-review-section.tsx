import type { CodeReview } from '#contract/learning/code-reviews.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

// Code and colours of a review are a part of their own, which no page waits for.
const CodeReviewSteps = lazyPart(() => import('./code-review-steps.tsx'), <Skeleton className="h-[32rem] rounded-lg" />)

interface Props {
  /** Null where the school shows none. */
  review: CodeReview | null
  title: string
  className: string
}

/** A review of code to step through, on the home page and on those of courses. */
export function CodeReviewSection({ review, title, className }: Props) {
  if (!review) return null
  return (
    <section aria-labelledby="code-review" className={className}>
      <h2 id="code-review" className="text-3xl">
        {title}
      </h2>
      <p className="mt-2 mb-6 max-w-2xl text-muted sm:mt-3 sm:mb-8">
        Step through a review: the code as it was handed in, what the reviewer says about its lines, and the mended code.
      </p>
      <CodeReviewSteps review={review} />
    </section>
  )
}
