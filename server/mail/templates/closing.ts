import type { SiteSettings } from '#contract/content.ts'

/** The lines under every mail; a school that has not said something yet has no empty line for it. */
export function closing(site: SiteSettings): string[] {
  const reach = [site.phone_display, site.email].filter(Boolean).join(' · ')
  return [[site.legal_name, ...site.address].filter(Boolean).join(', '), reach, site.support_hours].filter(Boolean)
}
