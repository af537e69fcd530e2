import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from './button.tsx'

interface Props {
  /** What to say of something that isn't there, and of something that could not be read. */
  missing: string
  failed: string
  text: string
  /** The ways on. */
  children: ReactNode
}

/** Error page of a route that shows one thing. */
export function NoPage({ missing, failed, text, children }: Props) {
  const error = useRouteError()
  const absent = isRouteErrorResponse(error) && error.status === 404
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
