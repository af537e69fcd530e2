import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Failure } from './failure.tsx'
import { NotFound } from './not-found.tsx'

/** What a page shows instead of itself when its loader or its rendering has failed. */
export function RouteError() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failure />
}
