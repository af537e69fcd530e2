import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

interface Props {
  /** `reloads`: the page has another content security policy, and is loaded in full. */
  above: readonly { to: string; label: string; reloads?: boolean }[]
  /** Shows the nearest parent alone on a phone. */
  isShort?: boolean
}

/** Links to the parent pages. The current page is not listed, its heading names it. */
export function Breadcrumb({ above, isShort = false }: Props) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-muted print:hidden">
      <ol className="flex flex-wrap items-center gap-1.5">
        {above.map(({ to, label, reloads = false }, index) => (
          <li key={to} className={`flex items-center gap-1.5 ${isShort ? 'max-sm:not-last:hidden' : ''}`}>
            {index > 0 ? (
              <ChevronRight aria-hidden="true" className={`size-3.5 shrink-0 ${isShort ? 'max-sm:rotate-180' : ''}`} />
            ) : null}
            <Link to={to} reloadDocument={reloads} className="inline-flex min-h-6 items-center hover:text-accent">
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
