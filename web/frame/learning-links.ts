import { CalendarDays, CircleUser, House, type LucideIcon, Play } from 'lucide-react'
import { findPage, type PageName } from '#contract/pages.ts'

interface LearningLink {
  to: string
  label: string
  icon: LucideIcon
  page: PageName
  /** Pages that belong to it. */
  holds: readonly PageName[]
}

/** The four places of the learning space, on a phone at the bottom and else in the header. */
export const learningLinks: readonly LearningLink[] = [
  { to: '/enrolled-courses/', label: 'Today', icon: House, page: 'enrolled-courses', holds: [] },
  {
    to: '/classes',
    label: 'Classes',
    icon: CalendarDays,
    page: 'classes',
    holds: ['room', 'room-classes', 'room-class', 'room-work', 'room-batch', 'questions', 'question', 'work', 'join'],
  },
  { to: '/recordings', label: 'Recordings', icon: Play, page: 'recordings', holds: ['videos'] },
  { to: '/profile', label: 'You', icon: CircleUser, page: 'profile', holds: ['my-payments', 'undo-change'] },
]

/** Says whether a link leads to the page that is open, or to the place that holds it. */
export function currentOf({ page, holds }: LearningLink, pathname: string): 'page' | 'true' | undefined {
  const open = findPage(pathname)?.name
  if (open === page) return 'page'
  return open && holds.includes(open) ? 'true' : undefined
}
