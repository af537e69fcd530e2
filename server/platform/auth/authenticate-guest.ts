import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readGuestKey } from './guest-key.ts'
import type { Guest } from './principal.ts'

const guestOfKey = statement<{ id: number; full_name: string }>(
  'guest_of_key',
  `select g.id::float8 as id, e.name as full_name from trial_guests g join enquiries e on e.id = g.enquiry_id where g.id = $1`,
)

const scheme = 'Guest '

/**
 * Returns the guest of an `Authorization: Guest <key>` header, else undefined. A seat that was given back has its guest too:
 * each call asks for the seat itself.
 */
export async function authenticateGuest(
  deps: Pick<Deps, 'db' | 'config'>,
  authorization: string | undefined,
): Promise<Guest | undefined> {
  if (!authorization?.startsWith(scheme)) return undefined
  const id = readGuestKey(deps.config, authorization.slice(scheme.length))
  const found = id === undefined ? undefined : await row(deps.db, guestOfKey, [id])
  return found && { kind: 'guest', id: found.id, fullName: found.full_name }
}
