import { policyIds } from '#contract/rules.ts'
import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { giveOnce } from '#server/platform/starter-sets/give-once.ts'
import { policyDrafts } from './policy-drafts.ts'

const addPolicyDrafts = statement<{ id: number }>(
  'add_policy_drafts',
  `insert into policy_versions (policy_id, title, content, effective_on, publication)
   select d.policy_id, d.title, d.content, (app_now() at time zone 'Asia/Kolkata')::date, 'draft'
   from jsonb_to_recordset($1::jsonb) as d (policy_id integer, title text, content jsonb) order by d.policy_id returning id`,
)

/** Gives a new school a draft of each policy. Staff fill in the blanks and publish it. */
export async function givePolicyDrafts(deps: Pick<Deps, 'db'>, system: System): Promise<void> {
  const drafts = Object.entries(policyDrafts).map(([name, draft]) => ({
    policy_id: policyIds[name as keyof typeof policyDrafts],
    ...draft,
  }))
  await giveOnce(deps, system, 'policies', async (tx) =>
    (await rows(tx, addPolicyDrafts, [JSON.stringify(drafts)])).map(({ id }) => id),
  )
}
