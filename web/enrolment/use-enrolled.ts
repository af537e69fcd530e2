import { useQuery } from '@tanstack/react-query'
import { useLoginRequired } from '#web/lib/use-login-required.ts'
import { useSession } from '#web/lib/session.ts'
import { enrolledQuery } from './queries.ts'

/** The student's courses. A visitor goes to the login. */
export function useEnrolled() {
  const { user, isSignedIn } = useLoginRequired()
  const { enrolled } = useSession()
  return useQuery({
    ...enrolledQuery(user?.email),
    enabled: isSignedIn,
    // The session has just loaded them; an empty list may mean that loading failed.
    ...(enrolled.length > 0 ? { initialData: enrolled } : {}),
  })
}
