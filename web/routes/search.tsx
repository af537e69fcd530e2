import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { searchKinds, searchLength, searchPlace } from '#contract/rules.ts'
import { type Found, type FoundKind, search } from '#contract/site/search.ts'
import { PageLinks } from '#web/lib/page-links.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import { useRootData } from '#web/lib/root-data.ts'
import { serverContext } from '#web/lib/server-context.ts'
import { FoundList } from '#web/site/search/found-list.tsx'
import { searchPath } from '#web/site/search/found-path.ts'
import { SearchField } from '#web/site/search/search-field.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/search'

const nothing = { results: [], counts: { course: 0, service: 0, resource: 0, blog: 0 }, next: null }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const words = (searchParams.get('q') ?? '').trim().slice(0, searchLength).toWellFormed()
  const kind = searchKinds.find((one) => one === searchParams.get('kind')) ?? null
  const given = searchParams.get('after') ?? ''
  const after = searchPlace.test(given) ? given : null
  const asked = { kind, after }
  if (words === '') return { ...asked, words, found: nothing }
  // The API rejects NUL, and no title contains it.
  if (words.includes('\0')) return { ...asked, words: words.replaceAll('\0', '').trim(), found: nothing }
  const { call } = context.get(serverContext)
  const read = (place: string | null) => call(search, { query: { q: words, kind: kind ?? undefined, after: place ?? undefined } })
  const found = await read(after).catch(() => null)
  if (found?.results.length !== 0 || after === null) return { ...asked, words, found }
  // The record of an old link is gone: the first page shows what there is.
  return { ...asked, after: null, words, found: await read(null).catch(() => null) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0]?.loaderData, {
    title: loaderData?.words ? `Search: ${loaderData.words}` : 'Search',
    description: 'Search the courses, services and articles of the school.',
    // One canonical URL for all queries.
    path: pathTo('search'),
  })

const tabs = { course: 'Courses', service: 'Services', resource: 'Resources', blog: 'Articles' } as const

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { words } = loaderData
  return (
    <div className="page py-12 lg:py-16">
      <h1 className="mb-6 text-4xl font-extrabold">{words ? <>Results for “{words}”</> : 'Search'}</h1>
      <SearchField words={words} />
      <div className="mt-10">{words ? <Results {...loaderData} /> : <ExampleSearches />}</div>
    </div>
  )
}

interface Asked {
  words: string
  kind: FoundKind | null
  after: string | null
  found: { results: Found[]; counts: Record<FoundKind, number>; next: string | null } | null
}

function Results({ words, kind, after, found }: Asked) {
  if (found === null) {
    return (
      <Notice tone="bad" title="Search did not answer">
        <p>Please search again in a moment. Everything else on the site works.</p>
      </Notice>
    )
  }
  const { results, counts, next } = found
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) {
    return (
      <Empty title={`Nothing found for “${words}”`}>
        <p className="mt-2 text-muted">Try another word, or a part of one.</p>
        <ButtonLink to="/courses" className="mt-6">
          See all courses
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <>
      <nav aria-label="Kinds of results" data-keeps-focus="" className="mb-6 flex flex-wrap gap-2">
        <Tab to={searchPath(words)} current={kind === null} name="All" count={total} />
        {searchKinds.map((one) => (
          <Tab key={one} to={searchPath(words, one)} current={kind === one} name={tabs[one]} count={counts[one]} />
        ))}
      </nav>
      {results.length > 0 ? (
        <FoundList found={results} />
      ) : (
        <Empty title={`No ${tabs[kind ?? 'course'].toLowerCase()} for “${words}”`}>
          <ButtonLink to={searchPath(words)} className="mt-6">
            Show everything found
          </ButtonLink>
        </Empty>
      )}
      <PageLinks
        of="results"
        first={after === null ? null : searchPath(words, kind)}
        next={next === null ? null : searchPath(words, kind, next)}
        unlisted
      />
    </>
  )
}

function Tab({ to, current, name, count }: { to: string; current: boolean; name: string; count: number }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={current ? 'page' : undefined}
      className="figures inline-flex min-h-11 items-center gap-2 rounded-full border border-edge px-5 text-sm font-semibold transition-colors duration-150 hover:border-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
    >
      {name} <span className="font-normal">{count}</span>
    </Link>
  )
}

/** Searches for what the school teaches. */
function ExampleSearches() {
  const categories = useRootData()?.categories ?? []
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="beginnings">
      <h2 id="beginnings" className="text-xl">
        Places to begin
      </h2>
      <ul className="mt-4 flex flex-wrap gap-2">
        {categories.map((words) => (
          <li key={words}>
            <Link
              to={searchPath(words)}
              className="inline-flex min-h-11 items-center rounded-full border border-edge px-5 text-sm font-semibold hover:border-ink"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
