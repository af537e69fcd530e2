import { useRouteLoaderData } from 'react-router'
import type { SchoolSettings } from '#contract/site/content.ts'
import type { PageSettings } from '#contract/page-rendering.ts'

/** The data of the root loader. */
export interface RootData extends PageSettings {
  site: SchoolSettings
  /** The rules of the school's own colour, and the colours around the page in both themes; left out without one. */
  theme?: { style: string; light: string; dark: string }
  categories: string[]
  services: { id: number; title: string; summary: string }[]
  /** Whether the school has services besides these. */
  hasMoreServices: boolean
  year: number
  /** Paths of policies of which no version is in effect; left out when there are none. */
  unwritten?: string[]
  /** The parts that failed to load and are empty. */
  unread: readonly ('site' | 'categories' | 'services')[]
}

/** The previous root data of this tab. Never set on the server, which renders for all visitors. */
let shown: RootData | undefined

/** Replaces parts that failed to load with the previous ones. */
function withShown(read: RootData | undefined): RootData | undefined {
  if (typeof document === 'undefined') return read
  const before = shown
  if (!read) return before
  shown = { ...read, unread: before ? read.unread.filter((part) => before.unread.includes(part)) : read.unread }
  for (const part of before ? read.unread : []) Object.assign(shown, { [part]: before?.[part] })
  return shown
}

/** Undefined only on an error page without root data. */
export function useRootData(): RootData | undefined {
  return withShown(useRouteLoaderData<RootData>('root'))
}

/** Returns whether a path has a page. No page links to a policy that is not in effect yet. */
export function useHasPage(): (path: string) => boolean {
  const unwritten = useRootData()?.unwritten
  return (path) => !unwritten?.includes(path)
}
