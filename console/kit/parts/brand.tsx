import { queryOptions, useQuery } from '@tanstack/react-query'
import { readSiteSettings } from '#contract/site/content.ts'
import { call } from '#console/kit/api/client.ts'

/** The name of the school. A save of the settings replaces it, because the public answer may be a moment old. */
export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: async () => (await call(readSiteSettings)).brand,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The mark and the name of the school. The name appears when it is read. */
export function Brand({ className = '', markClass }: { className?: string; markClass?: string }) {
  const { data, isError } = useQuery(brandQuery)
  return (
    <span className={`flex min-w-0 items-center gap-2 font-bold tracking-tight ${className}`}>
      <img src="/favicon.svg" alt="" className={`shrink-0 ${markClass ?? 'size-6'}`} />
      <span className="truncate">{isError ? 'Console' : data}</span>
    </span>
  )
}
