import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { useRootData } from '#web/lib/root-data.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import { currentOf, learningLinks } from './learning-links.ts'
import { SkipLink } from './skip-link.tsx'
import { UserMenu } from './user-menu.tsx'

const linkClass =
  'inline-flex min-h-11 items-center rounded-md px-3 text-sm font-semibold whitespace-nowrap hover:bg-accent-soft hover:text-accent'

/** The frame of the learning space: a slim header, and on a phone a bar at the bottom. Nothing is sold here. */
export function LearningFrame({ children }: { children: ReactNode }) {
  const site = useRootData()?.site
  const { pathname } = useLocation()
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
        <div className="page flex min-h-14 items-center gap-1">
          <Link to="/enrolled-courses/" className="mr-auto inline-flex min-h-11 items-center gap-2.5 font-bold tracking-tight">
            <Brand site={site} size={28} />
          </Link>
          <nav aria-label="Main" className="flex items-center">
            {learningLinks.map((link) => (
              <Link
                key={link.to}
                to={link.to}
                data-signed="in"
                aria-current={currentOf(link, pathname)}
                className={`${linkClass} aria-[current]:text-accent max-md:hidden`}
              >
                {link.label}
              </Link>
            ))}
            <Link to="/courses" data-signed="out" className={linkClass}>
              All courses
            </Link>
            <Link to="/contact" className={`${linkClass} max-sm:hidden`}>
              Help
            </Link>
            <div data-signed="in">
              <UserMenu nameClass="max-lg:sr-only lg:max-w-40" />
            </div>
            <div data-signed="out">
              <ButtonLink to="/login">Login</ButtonLink>
            </div>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 max-md:pb-[calc(4.5rem+env(safe-area-inset-bottom))]">
        {children}
      </main>
      <BottomBar />
    </>
  )
}
