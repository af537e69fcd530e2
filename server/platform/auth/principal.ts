import type { Access } from '#contract/endpoint.ts'
import type { Role } from '#contract/permissions.ts'

/** A student, authenticated by the session of an access token. */
export interface Student {
  kind: 'student'
  id: number
  sessionId: string
  email: string
  fullName: string
  phone: string | null
  verified: boolean
}

/** A member of the school's staff. */
export interface Staff {
  kind: 'staff'
  id: number
  /** One or more. What the person may do is the sum. */
  roles: readonly Role[]
}

/** A member of staff who makes a call, authenticated by the session of an access token. */
export interface SignedInStaff extends Staff {
  sessionId: string
  /** The second factor of the last 15 minutes; undefined when the last one is older. */
  recentFactor: 'totp' | 'passkey' | 'recovery' | undefined
}

/** A person with a terminal on the machine that runs the product. */
export interface Operator {
  kind: 'operator'
}

/** The product itself: jobs, provider events, seed, import. */
export interface System {
  kind: 'system'
}

/** A person with a seat in one class and no other right, authenticated by the key of the guest's link. */
export interface Guest {
  kind: 'guest'
  id: number
  fullName: string
}

/** An anonymous caller: a request without credentials, or to an endpoint that ignores them. */
export interface Visitor {
  kind: 'visitor'
}

/** The principal that a verb runs for; the second argument of every verb. Public verbs get a `Visitor`. */
export type Principal = Student | Staff | Operator | System

/** The principals that an access level admits. */
export type CallerOf<Reach extends Access> = Reach extends 'student'
  ? Student
  : Reach extends 'optional'
    ? Student | Visitor
    : Reach extends 'optional-staff'
      ? SignedInStaff | Visitor
      : Reach extends 'public'
        ? Visitor
        : Reach extends 'student-or-staff'
          ? Student | SignedInStaff
          : Reach extends 'attendee'
            ? Student | SignedInStaff | Guest
            : SignedInStaff

export const operator: Operator = { kind: 'operator' }
export const system: System = { kind: 'system' }
export const visitor: Visitor = { kind: 'visitor' }

/** The actor as stored in tables: `actor_kind` and `actor_id`. Only students and staff have an id. */
export function actorOf(principal: Principal): readonly [kind: Principal['kind'], id: number | null] {
  return [principal.kind, 'id' in principal ? principal.id : null]
}
