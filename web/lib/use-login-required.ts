import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { plainPath } from '#contract/pages.ts'
import { pathToLogin } from './return-to.ts'
import { type SessionUser, useSession } from './session.ts'

interface SignedIn {
  user: SessionUser | null
  /** Whether calls of the student can be made. */
  isSignedIn: boolean
}

/** The student of a page that nobody else has. A visitor goes to the login and comes back after it. */
export function useLoginRequired(): SignedIn {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isVisitor = !loading && user === null
  useEffect(() => {
    if (isVisitor) void navigate(pathToLogin(plainPath(pathname) + search), { replace: true })
  }, [isVisitor, navigate, pathname, search])
  return { user, isSignedIn: !loading && user !== null }
}
