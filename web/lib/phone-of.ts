import type { SchoolSettings } from '#contract/site/content.ts'

/** The link to call the school, and its text; null when the school has no number to dial. */
export function phoneOf({ phone_e164, phone_display }: SchoolSettings): { href: string; shown: string } | null {
  return phone_e164 ? { href: `tel:${phone_e164}`, shown: phone_display || phone_e164 } : null
}
