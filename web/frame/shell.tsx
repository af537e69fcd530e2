import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import type { NavigationData } from './links.ts'
import { Navbar } from './navbar.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

export interface ShellData extends NavigationData {
  year: number
}

/** The header and footer around every page. */
export function Shell({ data, children }: { data: ShellData; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <TopBar site={data.site} />
      <Navbar site={data.site} categories={data.categories} services={data.services} hasMoreServices={data.hasMoreServices} />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer site={data.site} year={data.year} />
    </>
  )
}
