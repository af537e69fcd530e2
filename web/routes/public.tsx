import { Outlet } from 'react-router'

/** Shared caches may store public pages; the server sets the exact lifetime. */
export const headers = () => ({ 'cache-control': 'public, max-age=0' })

export default function PublicPages() {
  return <Outlet />
}
