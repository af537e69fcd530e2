import type { ParsedOf } from '#contract/endpoint.ts'
import { blanksMessage, blanksOf, type policies, type PolicyRecord } from '#contract/site/staff/policies.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { policyRecords } from './policy-records.ts'
import { versionInEffect } from './version-in-effect.ts'

const heldBefore = statement<{ id: number }>(
  'held_before',
  `select r.id from policy_versions r where r.id = $1 and r.publication <> 'published'
   and r.effective_on < (app_now() at time zone 'Asia/Kolkata')::date and exists (${versionInEffect('r.policy_id')})`,
)

/**
 * Publishes a version of a policy. The first version of a policy may have a past day. Later ones may not, because students
 * agreed to the version that held on that day.
 * @throws HttpError 404, or 409; StaleVersion
 */
export async function publishPolicy(deps: Deps, staff: Staff, target: Target): Promise<PolicyRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const isBackdated = await row(tx, heldBefore, [target.id])
    const published = await policyRecords.update(tx, target, { publication: 'published' })
    const message = 'This day has passed, and another version held on it. Please choose today or a later day.'
    refuseBlanks(published)
    if (isBackdated) throw conflict('day_passed', message, { effective_on: [message] })
    return published
  })
}

/** Changes a version, also one that is published for a later day. @throws HttpError 404, or 409; StaleVersion */
export async function changePolicy(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: ParsedOf<(typeof policies)['endpoints']['change']>['body'] },
): Promise<PolicyRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const version = await policyRecords.update(tx, target, body)
    if (version.publication === 'published') refuseBlanks(version)
    return version
  })
}

/** @throws HttpError 409 for a text with blanks */
function refuseBlanks(version: PolicyRecord): void {
  const blanks = blanksOf(version)
  if (blanks.length > 0) throw conflict('blanks_left', blanksMessage(blanks))
}
