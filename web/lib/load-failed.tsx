import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface LoadFailedProps {
  title: string
  children?: ReactNode
  isFetching: boolean
  onRetry: () => void
}

/** A part of a page that could not be loaded, and the button that loads it again. */
export function LoadFailed({ title, children, isFetching, onRetry }: LoadFailedProps) {
  return (
    <div className="space-y-4">
      <Notice tone="bad" title={title}>
        {children}
      </Notice>
      <Button pending={isFetching && 'Loading…'} onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
