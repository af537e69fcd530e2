import { Loading, Skeleton } from '#ui/skeleton.tsx'
import type { RoomView } from './room-views.tsx'

const card = 'rounded-lg border border-line bg-surface shadow-card'

/** The title of a room: large on its overview, and one line of the small phone elsewhere. */
export const roomTitle = (view: RoomView): string =>
  `max-w-4xl font-extrabold sm:mt-3 sm:text-3xl ${view === 'room' ? 'mt-3 text-2xl' : 'max-sm:mt-1 max-sm:truncate max-sm:text-lg'}`

/** The loading state of a view of the room, in its final size. @param title the course, once it is known */
export function RoomSkeleton({ view, title = 'Your course' }: { view: RoomView; title?: string }) {
  return (
    <>
      <Skeleton className="h-6 w-16" />
      <h1 className={roomTitle(view)}>{title}</h1>
      <Loading label="Loading your room">
        <Skeleton className={`mt-2 h-6 w-64 max-w-full ${view === 'room' ? '' : 'max-sm:hidden'}`} />
        <div className="mt-5 flex h-12 items-center gap-6 border-b border-line">
          {[1, 2, 3, 4, 5].map((link) => (
            <Skeleton key={link} className="h-5 w-16" />
          ))}
        </div>
        <div className="mt-6 lg:mt-8">{view === 'room' ? <Overview /> : view === 'room-batch' ? <Cards /> : <Rows />}</div>
      </Loading>
    </>
  )
}

function Overview() {
  return (
    <>
      <div className={`${card} flex h-140 flex-wrap overflow-hidden max-md:flex-col md:h-108 lg:h-80`}>
        <Skeleton className="h-16 rounded-none md:h-80 md:w-36" />
        <div className="flex-1 space-y-4 p-6 md:py-7">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-9 w-96 max-w-full" />
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-5 w-60 max-w-full" />
        </div>
        <div className="flex items-center justify-center p-6 md:w-full lg:w-76">
          <Skeleton className="h-16 w-full" />
        </div>
      </div>
      <Skeleton className="mt-4 h-36 w-full rounded-lg lg:h-18" />
    </>
  )
}

function Rows() {
  return (
    <>
      <Skeleton className="h-9 w-40" />
      <Skeleton className="mt-5 h-9 w-full" />
      <div className={`${card} mt-6 divide-y divide-line`}>
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="flex h-20 items-center gap-5 px-6">
            <Skeleton className="size-8 rounded-full" />
            <Skeleton className="h-5 flex-1" />
          </div>
        ))}
      </div>
    </>
  )
}

function Cards() {
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:gap-12">
      <div className={`${card} h-96 p-6`}>
        <Skeleton className="h-7 w-32" />
      </div>
      <div className={`${card} h-60 p-6`}>
        <Skeleton className="h-7 w-32" />
      </div>
    </div>
  )
}
