import { useQuery } from '@tanstack/react-query'
import { readSettingsForStaff } from '#contract/site/staff/settings.ts'
import { call } from '#console/kit/api/client.ts'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { SettingsEditor } from './editor.tsx'

/** The settings of the site: one record, so one page. */
export function Page() {
  useTitle('Settings')
  // Read once: another read would not know what is typed. A stale save shows what somebody else has changed.
  const { data, error, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: () => call(readSettingsForStaff),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return <SettingsEditor first={data} />
  return (
    <>
      <PageHead title="Settings" />
      <div className="mx-auto max-w-4xl p-6">
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
      </div>
    </>
  )
}
