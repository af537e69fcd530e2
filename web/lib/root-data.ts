import { useRouteLoaderData } from 'react-router'
import type { SiteSettings } from '#contract/content.ts'
import type { PageSettings } from '#contract/page-rendering.ts'

/** What the root loader answers for every page. */
export interface RootData extends PageSettings {
  site: SiteSettings
  categories: string[]
  services: { id: number; title: string; summary: string }[]
  year: number
  /** What could not be read now, and stands empty. */
  unread: readonly ('site' | 'categories' | 'services')[]
}

/** What the shell of this tab showed last; the server renders for everyone and remembers nothing. */
let shown: RootData | undefined

/** What could not be read now is taken from what this tab showed before. */
function withShown(read: RootData | undefined): RootData | undefined {
  if (typeof document === 'undefined') return read
  const before = shown
  if (!read) return before
  shown = { ...read, unread: before ? read.unread.filter((part) => before.unread.includes(part)) : read.unread }
  for (const part of before ? read.unread : []) Object.assign(shown, { [part]: before?.[part] })
  return shown
}

/** Undefined only on an error page for which even the shell could not be loaded. */
export function useRootData(): RootData | undefined {
  return withShown(useRouteLoaderData<RootData>('root'))
}
