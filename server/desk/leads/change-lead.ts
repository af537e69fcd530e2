import type { LeadRecord, leads } from '#contract/desk/staff/leads.ts'
import { rolesWith } from '#contract/permissions.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import type { BodyOf, Target } from '#server/platform/http/resource.ts'
import { assertFollowUp } from './follow-up.ts'
import { leadRecords } from './lead-records.ts'

/** Staff who may answer leads. */
const leadOwners = statement<{ id: number; name: string }>(
  'lead_owners',
  `select id, name from staff where accepted_at is not null and disabled_at is null and roles && $1::text[] order by lower(name), id`,
)
const lockLeadOwner = statement(
  'lock_lead_owner',
  `select 1 from staff where id = $1 and accepted_at is not null and disabled_at is null and roles && $2::text[] for key share`,
)

export async function listLeadOwners(deps: Deps, _staff: Staff): Promise<{ id: number; name: string }[]> {
  return rows(deps.db, leadOwners, [rolesWith('leads:write')])
}

/** @throws HttpError 409 when the person can't answer leads */
async function requireOwner(tx: Queryable, id: number): Promise<void> {
  if (await row(tx, lockLeadOwner, [id, rolesWith('leads:write')])) return
  const message = 'This person can not answer leads.'
  throw conflict('not_an_owner', message, { owner_id: [message] })
}

/** Changes the owner and the day on which the lead comes back. @throws HttpError 404 or 409; StaleVersion */
export async function changeLead(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: BodyOf<typeof leads, 'change'> },
): Promise<LeadRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    if (typeof body.owner_id === 'number') await requireOwner(tx, body.owner_id)
    await assertFollowUp(tx, body.follow_up_on)
    const lead = await leadRecords.find(tx, target.id)
    const isSame = Object.entries(body).every(([field, value]) => lead[field as keyof LeadRecord] === value)
    if (isSame && target.versions.includes(lead.version)) return lead
    return leadRecords.update(tx, target, body)
  })
}
