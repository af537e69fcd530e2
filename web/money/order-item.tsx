import { Picture } from '#web/lib/picture.tsx'
import { formatClock, formatDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Choice } from './queries.ts'

interface Props {
  choice: Choice | null | undefined
  /** The title when the batch is not listed. */
  title?: string | undefined
  size?: 'sm' | 'lg'
}

/** What is bought: the course with its picture, the batch, and the first class in both time zones. */
export function OrderItem({ choice, title = choice?.course.title, size = 'lg' }: Props) {
  const large = size === 'lg'
  const square = `aspect-square shrink-0 rounded-md ${large ? 'w-20 sm:w-30' : 'w-16'}`
  return (
    <div className={`flex flex-wrap items-start gap-4 ${large ? 'sm:gap-6' : ''}`}>
      {choice ? (
        <Picture path={choice.course.image} alt="" width={640} height={400} eager className={`${square} object-cover`} />
      ) : (
        <Skeleton className={square} />
      )}
      {/* Below the picture where large text leaves no room beside it. */}
      <div className="min-w-0 flex-1 basis-36">
        {title ? (
          <p className={`font-bold tracking-tight ${large ? 'text-xl leading-tight' : 'leading-snug'}`}>{title}</p>
        ) : (
          <Skeleton className="h-7 w-56 max-w-full" />
        )}
        {choice ? (
          <>
            <p className={`figures font-semibold text-signal ${large ? 'mt-2' : 'mt-1 text-sm'}`}>
              <span className="sr-only">First class </span>
              <time dateTime={choice.batch.starts_at}>
                {formatDay(choice.batch.starts_at)}, {formatClock(choice.batch.starts_at)}
              </time>{' '}
              <span className="text-sm font-normal text-muted">
                <LocalTime instant={choice.batch.starts_at} />
              </span>
            </p>
            <p className="mt-0.5 text-sm text-muted">
              {choice.batch.batch_type}, with {choice.batch.instructor_name}
            </p>
          </>
        ) : choice === undefined ? (
          <>
            <Skeleton className="mt-3 h-5 w-44 max-w-full" />
            <Skeleton className="mt-2 h-4 w-36 max-w-full" />
          </>
        ) : null}
      </div>
    </div>
  )
}
