import { data } from 'react-router'
import { RouteError } from '#web/frame/route-error.tsx'
import { Shell } from '#web/frame/shell.tsx'

export function loader() {
  throw data(null, { status: 404 })
}

/** Never rendered: the loader always throws. */
export default function Missing() {
  return null
}

export function ErrorBoundary() {
  return (
    <Shell>
      <RouteError />
    </Shell>
  )
}
