import type { ReactNode } from 'react'

/** The head of a page: its title, an honest count, and its acts. */
export function PageHead({ title, count, children }: { title: string; count?: number | undefined; children?: ReactNode }) {
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <h1 tabIndex={-1} className="text-xl">
        {title}
      </h1>
      {count === undefined ? null : <span className="figures text-muted">{count.toLocaleString('en-IN')}</span>}
      <div className="ml-auto flex flex-wrap gap-2">{children}</div>
    </header>
  )
}
