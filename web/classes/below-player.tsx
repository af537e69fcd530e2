import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Video } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'

interface Props {
  video: Video
  /** Of the room that has a page for the class; null for who has no place. */
  courseId: number | null
  /** The course, for who has no place in it. */
  offeredId: number | null
  next: Video | undefined
  signedIn: boolean
  ended: boolean
}

/** The title of the recording and the way to the next one. */
export function BelowPlayer({ video, courseId, offeredId, next, signedIn, ended }: Props) {
  return (
    <>
      <div className="mt-5 flex items-start justify-between gap-x-8 gap-y-4 max-sm:flex-col">
        <div className="min-w-0">
          <p className="figures text-sm font-semibold text-signal">
            Day {video.day_number} <span aria-hidden="true">·</span> {formatPlainDay(`${video.date}T12:00:00+05:30`)}
          </p>
          <h2 className="mt-1 text-xl">{video.title}</h2>
          {signedIn ? <p className="mt-1 text-sm text-muted">Your progress is saved. You can continue later.</p> : null}
          {courseId === null ? null : (
            <Link
              to={pathTo('room-class', [courseId, video.session_id])}
              reloadDocument
              className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-accent"
            >
              Transcript, notes and work of this class
              <ArrowRight aria-hidden="true" className="size-4" />
            </Link>
          )}
        </div>
        {offeredId === null ? null : (
          // A full load: this document's content security policy allows the player only.
          <ButtonLink to={pathTo('course', offeredId, { tab: 'batches' })} variant="primary" reloadDocument className="shrink-0">
            See the batches of this course
          </ButtonLink>
        )}
        {next ? (
          <Link
            to={`?day=${next.day_number}`}
            replace
            preventScrollReset
            data-keeps-focus=""
            className={`${buttonClass(ended && offeredId === null ? 'primary' : 'secondary')} shrink-0`}
          >
            Next: Day {next.day_number}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {ended
          ? next
            ? `That was day ${video.day_number}. Next is day ${next.day_number}.`
            : 'That was the latest recording.'
          : ''}
      </p>
    </>
  )
}
