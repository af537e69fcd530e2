import type { Clip } from '#contract/classes/clips.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

// A part of its own, which no page waits for.
const ClipStage = lazyPart(() => import('./clip-stage.tsx'), <Skeleton className="aspect-video rounded-lg" />)

interface Props {
  /** Null where the school shows none. */
  clip: Clip | null
  title: string
  /** Whether the part names and links the course, which its own page need not. */
  withCourse?: boolean
  className: string
}

/** A clip of a free recording, on the home page and on those of courses. */
export function ClipSection({ clip, title, withCourse = false, className }: Props) {
  if (!clip) return null
  return (
    <section aria-labelledby="clip" className={className}>
      <h2 id="clip" className="text-3xl">
        {title}
      </h2>
      <p className="mt-2 mb-6 max-w-2xl text-muted sm:mt-3 sm:mb-8">
        {clip.plays_here
          ? 'Cut from a class that anybody can watch. It plays without sound until you ask for it, and every word can be read.'
          : 'Cut from a class that anybody can watch.'}
      </p>
      <ClipStage clip={clip} withCourse={withCourse} />
    </section>
  )
}
