import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'

const roomViews = ['room', 'room-classes', 'room-work', 'questions', 'room-batch'] as const
export type RoomView = (typeof roomViews)[number]

const labels: Readonly<Record<RoomView, string>> = {
  room: 'Overview',
  'room-classes': 'Classes',
  'room-work': 'Work',
  questions: 'Questions',
  'room-batch': 'Batch',
}

/** The views of a room. Each is an address, which keeps the batch. */
export function RoomViews({ courseId, batchId, shown }: { courseId: number; batchId: number; shown: RoomView }) {
  return (
    <nav aria-label="Room" className="mt-5 border-b border-line">
      <ul className="-mb-px flex justify-between overflow-x-auto min-[26rem]:justify-start sm:gap-x-2">
        {roomViews.map((view) => (
          <li key={view}>
            <Link
              to={pathTo(view, courseId, { batch: batchId })}
              preventScrollReset
              aria-current={view === shown ? 'page' : undefined}
              className="inline-flex min-h-12 items-center border-b-2 border-transparent px-1 text-sm font-semibold whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink min-[23rem]:px-1.5 min-[26rem]:px-2.5 sm:px-3"
            >
              {labels[view]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
