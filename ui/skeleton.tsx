import type { ReactNode } from 'react'

/** A placeholder with the final size of the content that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-sm bg-line forced-colors:border ${className}`} />
}

/** Groups skeletons under one label for screen readers. */
export function Loading({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-label={label} className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
