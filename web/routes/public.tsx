import { Outlet } from 'react-router'
import { RouteError } from '#web/frame/route-error.tsx'
import { Shell } from '#web/frame/shell.tsx'

/** Shared caches may store public pages; the server sets the exact lifetime. */
export const headers = () => ({ 'cache-control': 'public, max-age=0' })

export default function PublicPages() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  return (
    <Shell>
      <RouteError />
    </Shell>
  )
}
