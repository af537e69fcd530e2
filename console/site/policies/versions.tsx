import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Link, Outlet, useParams } from 'react-router'
import { policies, type PolicyRecord } from '#contract/site/staff/policies.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useList } from '#console/kit/resource/calls.ts'
import { policyNames, PolicyState } from './policy-state.tsx'
import { useNewVersion } from './use-new-version.ts'

/** The three policies with their versions, the newest first. */
export function PolicyVersions() {
  useTitle('Policies')
  const list = useList(policies, { sort: '-effective_on', limit: '100' })
  const versions = list.records
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHead title="Policies" />
      <div className="relative flex min-h-0 flex-1 border-t border-line">
        <div className="min-w-0 flex-1 overflow-y-auto px-4 py-6">
          {list.isError && versions.length === 0 ? (
            <Failed error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <SkeletonLines lines={8} />
          ) : (
            <div className="grid max-w-3xl gap-10">
              {policyNames.map(({ id, name }) => (
                <Policy key={id} id={id} name={name} versions={versions.filter(({ policy_id }) => policy_id === id)} />
              ))}
              {list.hasNextPage ? (
                <Button className="justify-self-center" onClick={() => list.fetchNextPage()}>
                  Show older versions
                </Button>
              ) : null}
            </div>
          )}
        </div>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}

function Policy({ id, name, versions }: { id: number; name: string; versions: readonly PolicyRecord[] }) {
  const openId = Number(useParams()['id'])
  const holds = versions.find((version) => version.in_effect)
  return (
    <section aria-labelledby={`policy-${id}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 id={`policy-${id}`} className="text-lg">
            {name}
          </h2>
          <p className="text-muted">
            {holds ? `In effect since ${formatPlainDay(holds.effective_on)}` : 'No version is in effect. Visitors see no text.'}
          </p>
        </div>
        <NextVersion id={id} versions={versions} holds={holds} />
      </div>
      {versions.length > 0 ? (
        <ul className="mt-3 overflow-hidden rounded-md border border-line">
          {versions.map((version) => (
            <li key={version.id} className="border-t border-line first:border-t-0">
              <Link
                to={`/policies/${version.id}`}
                data-row={version.id}
                aria-current={version.id === openId ? 'true' : undefined}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5 hover:bg-sunken aria-current:bg-accent-soft"
              >
                <span className="figures shrink-0 font-semibold whitespace-nowrap max-sm:flex-1 sm:w-40">
                  {formatPlainDay(version.effective_on)}
                </span>
                <span className="min-w-0 flex-1 truncate max-sm:basis-full max-sm:order-last">{version.title}</span>
                <PolicyState version={version} />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

interface NextProps {
  id: number
  versions: readonly PolicyRecord[]
  holds: PolicyRecord | undefined
}

/** Goes on with the draft, or begins one from the version in effect, or writes the first one. */
function NextVersion({ id, versions, holds }: NextProps) {
  const { may } = useAccess()
  const { make, isMaking } = useNewVersion()
  if (!may('pages:write')) return null
  const draft = versions.find(({ publication }) => publication === 'draft')
  if (draft) return <ButtonLink to={`/policies/${draft.id}/edit`}>Continue the draft</ButtonLink>
  const from = holds ?? versions[0]
  return from ? (
    <Button pending={isMaking && 'New version'} onClick={() => make(from)}>
      <Plus aria-hidden="true" className="size-4" />
      New version
    </Button>
  ) : (
    <ButtonLink to={`/policies/new?policy=${id}`}>
      <Plus aria-hidden="true" className="size-4" />
      Write it
    </ButtonLink>
  )
}
