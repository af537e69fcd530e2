import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, RefreshCw, TriangleAlert } from 'lucide-react'
import { type HealthCheck, readHealth } from '#contract/desk/staff/health.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#console/kit/api/client.ts'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'

/** What of the server and its neighbours needs a person, each with what to do. What needs somebody comes first. */
export function Page() {
  useTitle('Health')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: () => call(readHealth),
    refetchInterval: 60_000,
  })
  return (
    <div className="h-full overflow-auto">
      <PageHead title="Health">
        <Button pending={isFetching && 'Checking'} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" className="size-4" />
          Check again
        </Button>
      </PageHead>
      <div className="mx-auto grid max-w-3xl gap-8 px-4 pt-2 pb-16 sm:px-6">
        {data ? (
          <Checks checks={data.checks} at={data.checked_at} version={data.version} />
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    </div>
  )
}

function Checks({ checks, at, version }: { checks: readonly HealthCheck[]; at: string; version: string }) {
  const failed = checks.filter(({ ok }) => !ok)
  const fine = checks.filter(({ ok }) => ok)
  const count = failed.length === 1 ? 'One thing needs somebody' : `${failed.length} things need somebody`
  return (
    <>
      <p role="status" className="grid gap-0.5">
        <span className="text-lg font-semibold">{failed.length === 0 ? 'Nothing needs you.' : `${count}.`}</span>
        <span className="text-muted">Checked on {formatMoment(at)}. The server says the same with npm run health.</span>
        <span className="text-muted">Version {version}</span>
      </p>
      {failed.length > 0 ? <List label="Needs somebody" checks={failed} /> : null}
      <List label="In order" checks={fine} />
    </>
  )
}

function List({ label, checks }: { label: string; checks: readonly HealthCheck[] }) {
  return (
    <section aria-label={label} className="grid gap-1">
      <h2 className="text-sm font-semibold text-muted">{label}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {checks.map((check) => (
          <li key={check.name} className="flex gap-3 py-3.5">
            <State {...check} />
            <div className="grid min-w-0 gap-1 sm:grid-cols-[10rem_1fr] sm:gap-x-6">
              <h3 className="font-semibold">{check.title}</h3>
              <div className="grid min-w-0 gap-1.5">
                <p className="figures wrap-anywhere text-muted">{check.figure}</p>
                {check.advice === null ? null : <p className="max-w-prose text-pretty wrap-anywhere">{check.advice}</p>}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A shape and a word besides the colour. */
function State({ ok, advice }: HealthCheck) {
  const [Icon, tone, word] = !ok
    ? ([TriangleAlert, 'text-bad', 'Needs somebody'] as const)
    : advice === null
      ? ([CircleCheck, 'text-good', 'In order'] as const)
      : ([Info, 'text-muted', 'To know'] as const)
  return (
    <>
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <span className="sr-only">{word}</span>
    </>
  )
}
