import { Link } from 'react-router'
import type { Found } from '#contract/site/search.ts'
import { formatClock, formatDay, formatRupees } from '#ui/format.ts'
import { Picture } from '#web/lib/picture.tsx'
import { foundPath, kindNames } from './found-path.ts'

/** The search results, best match first. */
export function FoundList({ found }: { found: readonly Found[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {found.map((one) => (
        <li key={`${one.kind} ${one.id}`} className="group relative grid gap-x-6 gap-y-3 py-6 sm:grid-cols-[11rem_1fr_auto]">
          <Picture
            path={one.image}
            alt=""
            width={640}
            height={400}
            className="aspect-[16/10] w-full rounded-md object-cover max-sm:hidden"
          />
          <div className="min-w-0">
            <p className="text-xs font-semibold text-muted">
              {kindNames[one.kind]}
              {one.category === kindNames[one.kind] ? null : (
                <>
                  {' '}
                  <span aria-hidden="true">·</span> {one.category}
                </>
              )}
            </p>
            <h2 className="mt-1.5 text-xl">
              <Link
                to={foundPath(one)}
                prefetch="intent"
                className="after:absolute after:inset-0 after:rounded-lg group-hover:text-accent"
              >
                {one.title}
              </Link>
            </h2>
            <p className="prose-width mt-2 line-clamp-2 text-sm text-muted">{one.summary}</p>
          </div>
          {one.amount === null ? null : (
            <div className="figures sm:text-right">
              <p className="text-lg font-bold">{formatRupees(one.amount)}</p>
              <p className="mt-1 text-sm font-medium text-signal">
                {one.next_start ? (
                  <>
                    {formatDay(one.next_start)}, {formatClock(one.next_start)}
                  </>
                ) : (
                  <span className="text-muted">New dates to be announced</span>
                )}
              </p>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
