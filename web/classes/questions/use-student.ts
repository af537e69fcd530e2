import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pathToLogin } from '#web/lib/return-to.ts'
import { useRootData } from '#web/lib/root-data.ts'
import { type SessionUser, useSession } from '#web/lib/session.ts'

/** The student whose page this is; null until the session is read. A visitor is led to the sign-in and back. */
export function useStudent(title: string | undefined): SessionUser | null {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const brand = useRootData()?.site.brand
  useEffect(() => {
    if (title) document.title = `${title} · ${brand ?? ''}`
  }, [title, brand])
  useEffect(() => {
    if (!loading && !user) void navigate(pathToLogin(pathname + search), { replace: true })
  }, [loading, user, navigate, pathname, search])
  return loading ? null : user
}
