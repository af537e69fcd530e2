import type { Access } from '#contract/endpoint.ts'
import type { Role } from '#contract/staff/permissions.ts'

/** A person who buys and learns, known by the session of an access token. */
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
  role: Role
}

/** Whoever has a terminal on the machine that runs the product. */
export interface Operator {
  kind: 'operator'
}

/** The product itself: jobs, events of the provider, seed, import. */
export interface System {
  kind: 'system'
}

/** Nobody that is known: a call without credentials, or one that ignores them. */
export interface Visitor {
  kind: 'visitor'
}

/** In whose name a verb runs; the second argument of every verb. Public verbs get a `Visitor`. */
export type Principal = Student | Staff | Operator | System

/** Who can make a call of this access. */
export type CallerOf<Reach extends Access> = Reach extends 'student'
  ? Student
  : Reach extends 'optional'
    ? Student | Visitor
    : Reach extends 'public'
      ? Visitor
      : Staff

export const operator: Operator = { kind: 'operator' }
export const system: System = { kind: 'system' }
export const visitor: Visitor = { kind: 'visitor' }

/** Who acted, as tables keep it: `actor_kind` and `actor_id`, which only people with an account have. */
export function actorOf(principal: Principal): readonly [kind: Principal['kind'], id: number | null] {
  return [principal.kind, 'id' in principal ? principal.id : null]
}
