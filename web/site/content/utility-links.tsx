import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { UtilityHead } from '#contract/site/content.ts'
import { pathTo } from '#contract/pages.ts'

/** A list of links to services or resources. */
export function UtilityLinks({ items }: { items: UtilityHead[] }) {
  return (
    <ul className="grid gap-x-12 border-t border-line lg:grid-cols-2">
      {items.map((item) => (
        <li key={item.id} className="group relative flex items-center gap-6 border-b border-line py-5">
          <div className="min-w-0 flex-1">
            <h3 className="text-lg">
              <Link
                to={pathTo('service', item.id)}
                prefetch="intent"
                className="after:absolute after:inset-0 group-hover:text-accent"
              >
                {item.title}
              </Link>
            </h3>
            <p className="mt-1 text-sm text-muted">{item.summary}</p>
          </div>
          <ArrowRight
            aria-hidden="true"
            className="size-5 shrink-0 text-muted transition-transform duration-150 group-hover:translate-x-0.5 group-hover:text-accent"
          />
        </li>
      ))}
    </ul>
  )
}
