import { Link, useLocation } from 'react-router'
import { currentOf, learningLinks } from './learning-links.ts'

/** The places of the learning space on a phone. Wider screens have them in the header. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Learning"
      data-bottom-bar=""
      data-keeps-focus=""
      data-signed="in"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-4">
        {learningLinks.map((link) => (
          <li key={link.to}>
            <Link
              to={link.to}
              aria-current={currentOf(link, pathname)}
              className="group flex min-h-15 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted outline-offset-[-3px] aria-[current]:text-accent"
            >
              <span className="grid h-7 w-13 place-items-center rounded-full group-aria-[current]:bg-accent-soft">
                <link.icon aria-hidden="true" className="size-5" />
              </span>
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
