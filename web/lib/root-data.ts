import { useRouteLoaderData } from 'react-router'
import type { SiteSettings } from '#contract/content.ts'
import type { PageSettings } from '#contract/pages.ts'

/** What the root loader answers for every page. */
export interface RootData extends PageSettings {
  site: SiteSettings
  categories: string[]
  services: { id: number; title: string; summary: string }[]
  year: number
}

/** Undefined only on an error page for which even the shell could not be loaded. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root')
}
