import { Loading, Skeleton } from '#ui/skeleton.tsx'

const card = 'rounded-lg border border-line bg-surface shadow-card'

/** The loading state of the room, in its final size. */
export function RoomSkeleton() {
  return (
    <Loading label="Loading your room">
      <div className="flex items-end justify-between gap-12">
        <div className="flex-1">
          <Skeleton className="h-6 w-52" />
          <Skeleton className="mt-5 h-11 w-full max-w-xl" />
          <Skeleton className="mt-3 h-6 w-64" />
        </div>
        <Skeleton className="aspect-[16/10] w-56 rounded-lg max-md:hidden lg:w-72" />
      </div>
      <div className={`${card} mt-8 flex h-120 flex-wrap overflow-hidden max-md:flex-col md:h-92 lg:h-58`}>
        <Skeleton className="h-16 rounded-none md:h-60 md:w-36 lg:h-full" />
        <div className="flex-1 space-y-4 p-6 md:py-8">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-5 w-60 max-w-full" />
        </div>
        <div className="flex items-center justify-center p-6 md:w-full lg:w-76">
          <Skeleton className="h-16 w-full" />
        </div>
      </div>
      <div className="mt-12 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22.5rem]">
        <div>
          <Skeleton className="h-8 w-44" />
          <div className={`${card} mt-5 divide-y divide-line`}>
            {[1, 2, 3, 4].map((row) => (
              <div key={row} className="flex h-20 items-center gap-4 px-5">
                <Skeleton className="size-11 rounded-full" />
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
