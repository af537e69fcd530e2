import { useLocation, useNavigate, useOutletContext } from 'react-router'
import { releaseKeys } from '#console/kit/parts/held-keys.ts'
import type { ListContext } from './list-page.tsx'

/**
 * Returns a function that opens the record after this one in the list, or the list without one.
 * @param listPath path of the list in the console, such as `/leads`
 */
export function useNextRecord(id: number, listPath: string): () => void {
  const list = useOutletContext<ListContext | null>()
  const navigate = useNavigate()
  const { search } = useLocation()
  // The list is read anew after a change, so the place is taken before it.
  const path = list?.pathAfter(id) ?? null
  return () => {
    if (path === null) releaseKeys()
    void navigate(path ?? { pathname: listPath, search })
  }
}
