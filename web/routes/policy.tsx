import { data, useLocation } from 'react-router'
import { readUtility } from '#contract/site/content.ts'
import { findPage, policyPath } from '#contract/pages.ts'
import { policyIds } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { PolicyDocument } from '#web/site/content/policy-document.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ContentError, useIsNotFound } from '#ui/content-error.tsx'
import type { Route } from './+types/policy'
import { pathId, readOne } from './read-one.ts'

/** The policy id of a path in either form; undefined for another path. */
function policyAt(pathname: string): string | undefined {
  const page = findPage(pathname.toLowerCase())
  return page?.policyId === undefined ? page?.params[0] : String(page.policyId)
}

export const headers = cachedWhenRead

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const id = pathId(policyAt(new URL(request.url).pathname))
  const policy = await readOne(call(readUtility, { params: { id } }))
  // Services and resources have their own page.
  if (policy && policy.utils_type !== 'POL') throw data(null, { status: 404 })
  return data({ policy }, cachingOf(policy))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  if (!loaderData) return pageMeta(root, { title: 'Policy not found', description: '' })
  if (!loaderData.policy) return pageMeta(root, { title: 'Policy', description: '' })
  const { policy } = loaderData
  const path = policyPath(policy.id)
  return pageMeta(root, {
    title: policy.title,
    description: policy.summary || `${policy.title} of ${root?.site.brand ?? ''}, in plain words.`,
    path,
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebPage',
        name: policy.title,
        url: `${root?.publicUrl ?? ''}${path}`,
        dateModified: policy.updated_on,
      },
    ],
  })
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  return loaderData.policy ? <PolicyDocument policy={loaderData.policy} /> : <NoPolicy notFound={false} />
}

export function ErrorBoundary() {
  return <NoPolicy notFound={useIsNotFound()} />
}

function NoPolicy({ notFound }: { notFound: boolean }) {
  const terms = policyAt(useLocation().pathname) === String(policyIds.terms)
  return (
    <ContentError
      notFound={notFound}
      missing={terms ? 'Terms & Conditions not found.' : messages.policyNotFound}
      failed={terms ? 'Failed to load Terms & Conditions.' : 'Failed to load policy.'}
      text="All our policies are linked at the foot of every page."
    >
      <ButtonLink to="/home" size="lg">
        Go Back Home
      </ButtonLink>
    </ContentError>
  )
}
