import { readTrialClass } from '#contract/classes/trials.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ContentError, useIsNotFound } from '#ui/content-error.tsx'
import { TrialClass } from '#web/people/accounts/trial-class.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { cachedWhenRead, cachingOf } from '#web/lib/read-list.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { data } from 'react-router'
import type { Route } from './+types/trial'
import { pathId, readOne } from './read-one.ts'

export const headers = cachedWhenRead

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(serverContext)
  const session = await readOne(call(readTrialClass, { params: { session_id: pathId(params.sessionId) } }))
  return data({ session }, cachingOf(session))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  const session = loaderData?.session
  if (!session) return pageMeta(root, { title: 'Sit in on a class', description: '' })
  return pageMeta(root, {
    title: `Sit in on a class: ${session.course}`,
    description: `A seat as a guest in one live class of ${session.course}. It costs nothing and needs no account.`,
    path: pathTo('trial', session.session_id),
    unlisted: true,
  })
}

export default function TrialPage({ loaderData }: Route.ComponentProps) {
  const { session } = loaderData
  return session ? <TrialClass session={session} /> : <NoClass notFound={false} />
}

export function ErrorBoundary() {
  return <NoClass notFound={useIsNotFound()} />
}

function NoClass({ notFound }: { notFound: boolean }) {
  return (
    <ContentError
      notFound={notFound}
      missing="This class is not open to guests"
      failed="The class could not be read"
      text="The pages of our courses name the classes that take guests."
    >
      <ButtonLink to={pathTo('courses')} size="lg">
        See all courses
      </ButtonLink>
    </ContentError>
  )
}
