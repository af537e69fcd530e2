import { useCallback, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { needsFullLoad, returnToOf, returnToOfReferrer } from './return-to.ts'

const never = () => () => undefined

/** The return address; null during hydration, because cached pages are rendered without a query. */
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

/** Whether the document was loaded at this URL. Only then does `document.referrer` name the previous page. */
function isAsLoaded(): boolean {
  return performance.getEntriesByType('navigation')[0]?.name === location.href
}

/** Replaces this page by a path of this site, with a full load where the target requires one. */
export function useReplacePage(): (path: string) => void {
  const navigate = useNavigate()
  return useCallback(
    (path) => {
      if (needsFullLoad(path)) location.replace(path)
      else void navigate(path, { replace: true })
    },
    [navigate],
  )
}
