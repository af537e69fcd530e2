import type { SiteSettings } from '#contract/site/content.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'

/** Returns the closing lines of every mail without empty settings. */
export function closing(site: SiteSettings): string[] {
  const reach = [site.phone_display, shownAddresses(site.email)].filter(Boolean).join(' · ')
  return [[site.legal_name, ...site.address].filter(Boolean).join(', '), reach, site.support_hours].filter(Boolean)
}
