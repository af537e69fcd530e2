import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, useContext } from 'react'
import type { Permission, Role } from '#contract/permissions.ts'

/** A page that the navigation, the palette and the keys lead to. */
export interface Destination {
  /** Below `/console`, with a leading slash. */
  path: string
  /** The query that the list opens with. */
  search?: string
  title: string
  icon: LucideIcon
  permission: Permission
  /** Of those with the permission, the one role to which the page says something. */
  role?: Role
  /** The letter after G. There are more pages than letters, so some have none. */
  key?: string
  /** What the button of a new record says, and who may press it. */
  create?: { label: string; permission: Permission }
  /** What waits there, as a number beside the link. */
  Count?: ComponentType
}

export interface NavigationSection {
  title: string
  destinations: readonly Destination[]
}

export const addressOf = ({ path, search = '' }: Pick<Destination, 'path' | 'search'>): string => path + search

export const Navigation = createContext<readonly NavigationSection[]>([])

export function useNavigation(): readonly NavigationSection[] {
  return useContext(Navigation)
}
