import type { Access, StaffAccess } from '#contract/endpoint.ts'
import { allows } from '#contract/permissions.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, stepUpRequired, unauthenticated } from '#server/platform/errors/errors.ts'
import { authenticate } from './authenticate.ts'
import { authenticateGuest } from './authenticate-guest.ts'
import { type Guest, type SignedInStaff, type Student, type Visitor, visitor } from './principal.ts'

/**
 * Returns the principal of a request, as its access level requires.
 * @throws HttpError 401 for a missing or invalid token; 403 for a student at a staff endpoint and for staff whose roles lack
 * the permission, or who have to step up
 */
export async function authorise(
  deps: Deps,
  access: Access,
  authorization: string | undefined,
): Promise<Visitor | Student | SignedInStaff | Guest> {
  if (access === 'public') return visitor
  if (typeof access === 'object') return authoriseStaff(deps, access, authorization)
  if (access === 'optional-staff') return (await deps.authenticateStaff(authorization)) ?? visitor
  if (access === 'attendee') {
    const guest = await authenticateGuest(deps, authorization)
    if (guest) return guest
  }
  const student = await authenticate(deps, authorization)
  if (access === 'student-or-staff' || access === 'attendee') {
    const caller = student ?? (await deps.authenticateStaff(authorization))
    if (!caller) throw unauthenticated()
    return caller
  }
  if (!student && access === 'student') throw unauthenticated()
  return student ?? visitor
}

async function authoriseStaff(deps: Deps, access: StaffAccess, authorization: string | undefined): Promise<SignedInStaff> {
  const staff = await deps.authenticateStaff(authorization)
  if (!staff) throw (await authenticate(deps, authorization)) ? forbidden() : unauthenticated()
  if (!allows(staff.roles, access.staff)) throw forbidden()
  if (access.stepUp && !isSteppedUp(staff, access.stepUp)) throw stepUpRequired()
  return staff
}

function isSteppedUp({ recentFactor }: SignedInStaff, asked: true | 'or_recovery'): boolean {
  return recentFactor !== undefined && (recentFactor !== 'recovery' || asked === 'or_recovery')
}
