import { type ArrivalKind, arrivalKindNames, arrivalPermissions } from '#contract/desk/staff/arrivals.ts'
import { allows } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { forbidden } from '#server/platform/errors/errors.ts'
import { batchKind } from './arrive-batches.ts'
import { courseKind } from './arrive-courses.ts'
import { paymentKind } from './arrive-payments.ts'
import type { Kind } from './kind.ts'

export const kinds: Readonly<Record<ArrivalKind, Kind>> = {
  courses: courseKind,
  batches: batchKind,
  past_payments: paymentKind,
}

/** Kinds of files that the roles of a person reach. */
export const kindsOf = (staff: Staff): ArrivalKind[] =>
  (Object.keys(kinds) as ArrivalKind[]).filter((kind) => allows(staff.roles, arrivalPermissions[kind]))

/** @throws HttpError 403 for a kind that the roles of a person do not reach */
export function assertKind(staff: Staff, kind: ArrivalKind): void {
  if (!kindsOf(staff).includes(kind)) throw forbidden(`Your role imports no ${arrivalKindNames[kind].toLowerCase()}.`)
}
