import type { Access } from '#contract/endpoint.ts'
import { allows } from '#contract/staff/permissions.ts'
import type { Deps } from '../deps.ts'
import { forbidden, unauthenticated } from '../errors.ts'
import { authenticate } from './authenticate.ts'
import { type Staff, type Student, type Visitor, visitor } from './principal.ts'

/**
 * Returns the principal of a request, as its access level requires.
 * @throws HttpError 401 for a missing or invalid token; 403 for a student at a staff endpoint and for staff whose role lacks
 * the permission
 */
export async function authorise(
  deps: Deps,
  access: Access,
  authorization: string | undefined,
): Promise<Visitor | Student | Staff> {
  if (access === 'public') return visitor
  if (typeof access === 'object') {
    const staff = await deps.authenticateStaff(authorization)
    if (!staff) throw (await authenticate(deps, authorization)) ? forbidden() : unauthenticated()
    if (!allows(staff.role, access.staff)) throw forbidden()
    return staff
  }
  const student = await authenticate(deps, authorization)
  if (!student && access === 'student') throw unauthenticated()
  return student ?? visitor
}
