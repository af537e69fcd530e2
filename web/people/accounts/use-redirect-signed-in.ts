import { useEffect } from 'react'
import { useSession } from '#web/lib/session.ts'
import { readStored } from '#web/lib/storage.ts'
import { useReplacePage, useReturnTo } from '#web/lib/use-return-to.ts'

/** Redirects a signed-in student away from a sign-in page. */
export function useRedirectSignedIn(): void {
  const { loading, user } = useSession()
  const returnTo = useReturnTo()
  const replacePage = useReplacePage()
  useEffect(() => {
    // A cached user without a token is not signed in and has to log in again.
    if (!loading && user && readStored('accessToken')) replacePage(returnTo ?? '/home')
  }, [loading, user, returnTo, replacePage])
}
