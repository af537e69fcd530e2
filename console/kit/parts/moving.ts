import { createContext, useContext } from 'react'

/** Returns whether the router is on its way to another page. React renders that state later than it begins. */
export const Moving = createContext<() => boolean>(() => false)

export function useIsMoving(): () => boolean {
  return useContext(Moving)
}
