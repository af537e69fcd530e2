import type { ReactNode } from 'react'

interface Props {
  title: string
  count?: number | undefined
  /** Whether there are more than `count`. */
  hasMore?: boolean
  children?: ReactNode
}

/** The head of a page: its title, an honest count, and its acts. */
export function PageHead({ title, count, hasMore = false, children }: Props) {
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <h1 tabIndex={-1} className="text-xl">
        {title}
      </h1>
      {count === undefined ? null : (
        <span className="figures text-muted">{`${hasMore ? 'over ' : ''}${count.toLocaleString('en-IN')}`}</span>
      )}
      <div className="ml-auto flex flex-wrap gap-2">{children}</div>
    </header>
  )
}
