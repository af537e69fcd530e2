import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Course } from '#contract/catalog/catalog.ts'
import { pathTo } from '#contract/pages.ts'
import { formatClock, formatDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'

/** The classes of a course that cost nothing, at the head of its outline: a recording, and a live class with a free seat. */
export function FreeClasses({ course: { preview, trial } }: { course: Pick<Course, 'preview' | 'trial'> }) {
  if (!preview && !trial) return null
  return (
    <section aria-label="Free classes" className="mb-6 rounded-md bg-accent-soft px-4 forced-colors:border">
      <ul className="divide-y divide-line">
        {preview ? (
          <FreeClass
            to={pathTo('videos', preview.batch_id, { day: preview.day_number })}
            reloadDocument
            sign={<PlaySign />}
            title={`Day ${preview.day_number}: ${preview.title}`}
          >
            Watch the recording, free
          </FreeClass>
        ) : null}
        {trial ? (
          <FreeClass
            to={pathTo('trial', trial.session_id)}
            sign={<Radio aria-hidden="true" className="size-5" />}
            title={`${formatDay(trial.starts_at)}, ${formatClock(trial.starts_at)}`}
          >
            Sit in on this live class, free <LocalTime instant={trial.starts_at} />
          </FreeClass>
        ) : null}
      </ul>
    </section>
  )
}

interface FreeClassProps {
  to: string
  /** The page has a content security policy of its own. */
  reloadDocument?: boolean
  sign: ReactNode
  title: string
  children: ReactNode
}

function FreeClass({ to, reloadDocument = false, sign, title, children }: FreeClassProps) {
  return (
    <li>
      <Link to={to} reloadDocument={reloadDocument} className="group flex min-h-14 items-center gap-4 py-2.5">
        <span className="grid size-6 shrink-0 place-items-center text-accent">{sign}</span>
        <span className="min-w-0">
          <span className="figures block leading-snug font-semibold">{title}</span>
          <span className="block text-sm text-accent underline underline-offset-4 group-hover:text-accent-strong">
            {children}
          </span>
        </span>
      </Link>
    </li>
  )
}

function PlaySign() {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 12" className="h-4 fill-accent forced-colors:fill-[CanvasText]">
      <path d="M0 0l10 6-10 6z" />
    </svg>
  )
}
