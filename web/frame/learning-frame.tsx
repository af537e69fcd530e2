import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRootData } from '#web/lib/root-data.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from './brand.tsx'
import { SkipLink } from './skip-link.tsx'
import { UserMenu } from './user-menu.tsx'

const linkClass =
  'inline-flex min-h-11 items-center rounded-md px-3 text-sm font-semibold whitespace-nowrap hover:bg-accent-soft hover:text-accent'

/** The frame of the learning space: a slim header, and on a phone a bar at the bottom. Nothing is sold here. */
export function LearningFrame({ children }: { children: ReactNode }) {
  const site = useRootData()?.site
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-40 border-b border-line bg-paper print:hidden">
        <div className="page flex min-h-14 items-center gap-1">
          <Link to="/enrolled-courses/" className="mr-auto inline-flex min-h-11 items-center gap-2.5 font-bold tracking-tight">
            <Brand site={site} size={28} />
          </Link>
          <nav aria-label="Main" className="flex items-center">
            <Link to="/courses" className={`${linkClass} max-sm:hidden`}>
              All courses
            </Link>
            <Link to="/contact" className={`${linkClass} max-sm:hidden`}>
              Help
            </Link>
            <div data-signed="in">
              <UserMenu nameClass="max-sm:sr-only sm:max-w-40" />
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
