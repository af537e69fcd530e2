import type { ReactNode } from 'react'

/** Where a list has nothing: what is missing, and a way on. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-lg border border-dashed border-edge px-6 py-16 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children}
    </div>
  )
}
