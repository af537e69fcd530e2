import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { readSettingsForStaff } from '#contract/site/staff/settings.ts'
import { call } from '#console/kit/api/client.ts'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { SettingsEditor } from './editor.tsx'
import { firstTopic, settingsKey, topics } from './topics.ts'

/** The settings of the site: one record, and a page for each topic. */
export function Page() {
  const { topic: asked } = useParams()
  const topic = topics.find(({ path }) => path === asked)
  useTitle(topic ? `${topic.title} · Settings` : 'Settings')
  // Read once: another read would not know what is typed. A stale save shows what somebody else has changed.
  const { data, error, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: () => call(readSettingsForStaff),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!topic) return <Navigate to={`/settings/${firstTopic.path}`} replace />
  if (data) return <SettingsEditor key={topic.path} topic={topic} first={data} />
  return (
    <>
      <PageHead title={topic.title} />
      <div className="mx-auto max-w-4xl p-6">
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={8} />}
      </div>
    </>
  )
}
