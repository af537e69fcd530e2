import type { Deps } from '#server/deps.ts'

const path = '/console/join/'

/** The address of the console's page that opens the classroom of a class. Students have another: `joinAddress`. */
export function staffJoinAddress({ config }: Pick<Deps, 'config'>, sessionId: number): string {
  return config.publicUrl + path + String(sessionId)
}
