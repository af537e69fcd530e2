import { Lock } from 'lucide-react'
import type { Video } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'

interface Props {
  video: Video
  courseId: number
  /** Null when the student is signed in. */
  loginPath: string | null
}

/** Replaces the player when the recording is locked: states the reason and the next step. */
export function LockedScreen({ video, courseId, loginPath }: Props) {
  return (
    <div className="grid min-h-72 place-items-center rounded-lg border border-line bg-sunken p-6 text-center sm:aspect-video">
      <div className="max-w-md">
        <span
          aria-hidden="true"
          className="mx-auto grid size-14 place-items-center rounded-full bg-surface text-accent shadow-card"
        >
          <Lock className="size-6" />
        </span>
        <p className="mt-5 text-lg font-semibold">Day {video.day_number} is for students of this batch</p>
        <p className="mt-2 text-sm text-muted">
          {loginPath
            ? 'If you have a place in it, log in and the recording plays here.'
            : 'Your account has no place in this batch. A batch that is still ahead comes with recordings of its own.'}
        </p>
        {/* Full loads: this document's content security policy allows the player only. */}
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <ButtonLink variant="primary" to={pathTo('course', courseId, { tab: 'batches' })} reloadDocument>
            See the batches of this course
          </ButtonLink>
          {loginPath ? (
            <ButtonLink to={loginPath} reloadDocument>
              Log in
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </div>
  )
}
