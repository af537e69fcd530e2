import type { ReactNode } from 'react'

/** The empty state of a list: what is missing, and links to other pages. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-edge px-6 py-16 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children}
    </div>
  )
}
