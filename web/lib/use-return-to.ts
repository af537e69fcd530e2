import { useCallback, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { needsFullLoad, returnToOf, returnToOfReferrer } from './return-to.ts'

const never = () => () => undefined

/** Where to go on to; null while hydrating, since kept pages are rendered without their query. */
export function useReturnTo(): string | null {
  const { search } = useLocation()
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (!hydrated) return null
  return returnToOf(search) ?? (isAsLoaded() ? returnToOfReferrer(document.referrer, location.origin) : null)
}

/** This is the page the document was loaded as: its referrer is the page before. */
function isAsLoaded(): boolean {
  return performance.getEntriesByType('navigation')[0]?.name === location.href
}

/** Goes to a path of this site, by a full load where its page needs one, and leaves no way back to this one. */
export function useGoOn(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (path) => {
      if (needsFullLoad(path)) location.replace(path)
      else void navigate(path, { replace: true })
    },
    [navigate],
  )
}
