import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from './button.tsx'

interface Props {
  /** Not there at all, rather than not to be read just now. */
  absent: boolean
  /** What to say of something that isn't there, and of something that could not be read. */
  missing: string
  failed: string
  text: string
  /** The ways on. */
  children: ReactNode
}

/** In an error boundary: whether what was asked for isn't there. */
export function useIsAbsent(): boolean {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404
}

/** In place of a page that shows one thing. */
export function NoPage({ absent, missing, failed, text, children }: Props) {
  return (
    <div className="page section-gap text-center">
      <h1 className="text-3xl">{absent ? missing : failed}</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">
        {absent ? text : 'The page could not be read just now. Please try again in a moment.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {absent ? null : (
          <Button size="lg" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
