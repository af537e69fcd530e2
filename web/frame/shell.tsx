import type { ReactNode } from 'react'
import { useRootData } from '#web/lib/root-data.ts'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

/** The header and footer of the shop around a page. */
export function Shell({ children }: { children: ReactNode }) {
  const root = useRootData()
  if (!root) return <main className="page section-gap">{children}</main>
  return (
    <>
      <SkipLink />
      <TopBar site={root.site} />
      <Navbar site={root.site} categories={root.categories} services={root.services} hasMoreServices={root.hasMoreServices} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer site={root.site} year={root.year} />
    </>
  )
}
