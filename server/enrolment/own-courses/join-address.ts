import { pathTo } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'

/** The address of our page that joins a class. The classroom's own address leaves the server only when somebody joins. */
export function joinAddress({ config }: Pick<Deps, 'config'>, sessionId: number): string {
  return `${config.publicUrl}${pathTo('join', sessionId)}`
}
