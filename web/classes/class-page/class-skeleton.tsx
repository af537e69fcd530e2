import { Loading, Skeleton } from '#ui/skeleton.tsx'

/** The loading state of the page of a class. @param title what it is about, once that is known */
export function ClassSkeleton({ title = 'Your class' }: { title?: string }) {
  return (
    <>
      <Skeleton className="h-6 w-64 max-w-full" />
      <div className="mt-4 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <Skeleton className="h-6 w-72 max-w-full" />
          <h1 className="mt-1 text-xl font-extrabold wrap-anywhere text-balance sm:text-2xl">{title}</h1>
          <Loading label="Loading your class">
            <Skeleton className="mt-6 h-40 w-full rounded-lg" />
          </Loading>
        </div>
        <Skeleton className="h-56 w-full rounded-lg" />
      </div>
    </>
  )
}
