import type { ReactNode } from 'react'

/** A failure that belongs to no single field. */
export function FormError({ children }: { children: ReactNode }) {
  return children ? (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
      {children}
    </p>
  ) : null
}
