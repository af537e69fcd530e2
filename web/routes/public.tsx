import { Outlet } from 'react-router'

/** The same for everyone, so that caches may share it; the server sets the exact lifetime. */
export const headers = () => ({ 'cache-control': 'public, max-age=0' })

export default function PublicPages() {
  return <Outlet />
}
