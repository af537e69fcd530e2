import { findPage } from '#contract/pages.ts'

/** Whether the content security policy of this document allows the player: that of the page which was loaded first. */
export function allowsPlayer(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return !entry || findPage(new URL(entry.name, location.href).pathname)?.policy === 'player'
}
