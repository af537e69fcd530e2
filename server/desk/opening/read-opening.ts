import { firstTasks, type Opening } from '#contract/desk/staff/opening.ts'
import { schoolState } from '#contract/indian-states.ts'
import { policyIds } from '#contract/rules.ts'
import type { Config } from '#server/config.ts'
import { one, type Queryable, statement } from '#server/platform/db/query.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'

interface Facts {
  opened_at: Date | null
  policies_read: boolean
  is_described: boolean
  policies: number
  has_sold: boolean
}

const openingFacts = statement<Facts>(
  'opening_facts',
  `select o.opened_at, o.policies_read_at is not null as policies_read, exists (select 1 from site_settings) as is_described,
     (select count(distinct policy_id)::integer from policy_versions
      where publication = 'published' and effective_on <= (app_now() at time zone 'Asia/Kolkata')::date) as policies,
     (select captured_at from captured_payments order by captured_at limit 1) is not null as has_sold
   from school_opening o`,
)
/** Asked until the first sale. Of the mails the newest tell whether the mail server of today takes them. */
const firstProofs = statement<{ mail: boolean; webhook: boolean; batch: boolean }>(
  'first_proofs',
  `select exists (select 1 from (select sent_at from mail_outbox order by created_at desc limit 50) m where m.sent_at is not null) as mail,
     (select provider from webhook_events order by provider, event_id limit 1) is not null as webhook,
     exists (select 1 from batches b join courses c on c.id = b.course_id where c.published and b.starts_at > app_now()) as batch`,
)

/** Whether the school is open, what is left before it may be opened, and then until its first sale. */
export async function readOpening(deps: { db: Queryable; config: Pick<Config, 'publicUrl'> }): Promise<Opening> {
  const facts = await one(deps.db, openingFacts)
  const site = await readSiteSettings(deps)
  return {
    opened_at: facts.opened_at?.toISOString() ?? null,
    missing: [
      ...(facts.is_described ? [] : (['settings'] as const)),
      ...(schoolState(site) === null ? (['state'] as const) : []),
      ...(facts.policies >= Object.keys(policyIds).length ? [] : (['policies'] as const)),
    ],
    tasks: facts.opened_at === null || facts.has_sold ? null : await readTasks(deps, facts, site.gstin !== null),
    webhook_url: `${deps.config.publicUrl}/api/payment/webhook/`,
  }
}

async function readTasks(deps: { db: Queryable }, facts: Facts, gstin: boolean): Promise<NonNullable<Opening['tasks']>> {
  const done = { ...(await one(deps.db, firstProofs)), policies_read: facts.policies_read, gstin }
  return firstTasks.map((name) => ({ name, done: done[name] }))
}
