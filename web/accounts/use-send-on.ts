import { useEffect } from 'react'
import { useSession } from '../lib/session.ts'
import { readStored } from '../lib/storage.ts'
import { useGoOn, useReturnTo } from '../lib/use-return-to.ts'

/** Whoever is signed in already has no business on a page that signs in. */
export function useSendOn(): void {
  const { loading, user } = useSession()
  const returnTo = useReturnTo()
  const goOn = useGoOn()
  useEffect(() => {
    // A cached user without a token can do nothing: the way in must stay open.
    if (!loading && user && readStored('accessToken')) goOn(returnTo ?? '/home')
  }, [loading, user, returnTo, goOn])
}
