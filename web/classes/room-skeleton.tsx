import { Loading, Skeleton } from '#ui/skeleton.tsx'

const card = 'rounded-lg border border-line bg-surface shadow-card'

/** The loading state of the room, in its final size. */
export function RoomSkeleton() {
  return (
    <Loading label="Loading your room">
      <Skeleton className="h-6 w-36" />
      <Skeleton className="mt-3 h-11 w-full max-w-xl" />
      <Skeleton className="mt-3 h-6 w-64 max-w-full" />
      <div className={`${card} mt-6 flex h-140 flex-wrap overflow-hidden max-md:flex-col md:h-108 lg:h-80`}>
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
      <div className="mt-10 grid gap-12 lg:mt-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div>
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
        </div>
        <div className={`${card} h-96 p-6`}>
          <Skeleton className="h-7 w-32" />
        </div>
      </div>
    </Loading>
  )
}
