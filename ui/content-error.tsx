import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from './button.tsx'

interface Props {
  /** True when the item does not exist, false when loading failed. */
  notFound: boolean
  /** The titles for an item that does not exist and for one that failed to load. */
  missing: string
  failed: string
  text: string
  /** Links to other pages. */
  children: ReactNode
}

/** Whether the route error is a 404. For use in an error boundary. */
export function useIsNotFound(): boolean {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404
}

/** The error page of a route that shows one item. */
export function ContentError({ notFound, missing, failed, text, children }: Props) {
  return (
    <div className="page section-gap text-center">
      <h1 className="text-3xl">{notFound ? missing : failed}</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">
        {notFound ? text : 'The page could not be read just now. Please try again in a moment.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {notFound ? null : (
          <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
