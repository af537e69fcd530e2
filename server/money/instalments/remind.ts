import { pathTo } from '#contract/pages.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { endEnrolment } from '#server/enrolment/places/enrol.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { hashOfLinkSecret, linkAddress, makeLinkSecret } from '#server/money/links/link-secret.ts'
import { graceDaysSql, todaySql } from './state.ts'

/** Reminders, or ended places, of one transaction. */
const chunk = 200
/** Minutes after which a reminder is not sent any more: the next one comes soon. */
const reminderMinutes = 3 * 24 * 60
/** The last reminder of a part by the days since it was due. An earlier one that was missed is not made up for. */
const stageSql = `case when ${todaySql} - i.due_on >= 7 then 4 when ${todaySql} - i.due_on >= 3 then 3 when ${todaySql} >= i.due_on then 2 else 1 end`
const endDaysSql = `coalesce((select (settings ->> 'instalment_end_days')::int from site_settings), 45)`

interface Part {
  id: number
  email: string
  full_name: string
  course_title: string
  batch_id: number
  number: number
  of: number
  amount_paise: number
  due_on: string
}
interface Reminded extends Part {
  stage: number
  pauses_on: string
  ends_on: string | null
}

const partColumns = `i.id, u.email, u.full_name, e.batch_id,
  (select c.title from batches b join courses c on c.id = b.course_id where b.id = e.batch_id) as course_title, i.number, i.parts as of, i.amount_paise,
  to_char(i.due_on, 'YYYY-MM-DD') as due_on`
const partJoins = `join users u on u.id = e.user_id`

// The next part of a place is reminded of, while nobody waits for it.
const markReminded = statement<Reminded>(
  'mark_reminded',
  `with due as (
     select i.id, ${stageSql} as stage from instalments i join active_enrolments e on e.id = i.enrolment_id
     where i.state = 'open' and i.due_on <= ${todaySql} + 3 and i.reminders < ${stageSql}
       and coalesce(i.waits_until < ${todaySql}, true)
       and not exists (select 1 from instalments p where p.enrolment_id = i.enrolment_id and p.state = 'open' and p.number < i.number)
     order by i.due_on, i.id limit $1 for no key update of i skip locked
   ), marked as (
     update instalments i set reminders = due.stage from due where i.id = due.id returning i.*, due.stage
   )
   select ${partColumns}, i.stage, to_char(i.due_on + ${graceDaysSql} + 1, 'YYYY-MM-DD') as pauses_on,
     case when ${endDaysSql} > 0 then to_char(i.due_on + ${endDaysSql} + 1, 'YYYY-MM-DD') end as ends_on
   from marked i join active_enrolments e on e.id = i.enrolment_id ${partJoins} order by i.id`,
)
// A place that ends owes nothing more. A payment of the same moment comes first, or goes back. What the desk has taken is decided first.
const latePlaces = statement<Part & { enrolment_id: number }>(
  'late_places',
  `with late as (
     select e.id, e.user_id, e.batch_id from active_enrolments e
     where e.pays_by is not null and ${endDaysSql} > 0 and e.pays_by + ${endDaysSql} < ${todaySql}
       and not exists (select 1 from offline_payments f where f.enrolment_id = e.id and f.state in ('waiting', 'received'))
     order by e.id limit $1 for no key update skip locked
   )
   select distinct on (e.id) e.id as enrolment_id, ${partColumns}
   from late e join instalments i on i.enrolment_id = e.id and i.state = 'open' ${partJoins} order by e.id, i.number`,
)

// The newest mail has the secret that opens the part.
const storeSecretsOfParts = statement(
  'store_secrets_of_parts',
  `update instalments i set link_hash = decode(s.hash, 'hex')
   from unnest($1::bigint[], $2::text[]) as s (id, hash) where i.id = s.id`,
)

type RemindDeps = Pick<Deps, 'db' | 'config' | 'jobs' | 'random' | 'stopping'>

/** Mails what is due soon, today and late, each reminder once, and ends the places of parts that are late for too long. */
export async function remindOfInstalments(deps: RemindDeps, _system: System): Promise<void> {
  for (const some of [remindSome, endSome]) {
    while (!deps.stopping.aborted && (await transaction(deps.db, (tx) => some(deps, tx))) > 0) {
      // In chunks, so that a large school holds no long transaction.
    }
  }
}

async function remindSome(deps: RemindDeps, tx: Queryable): Promise<number> {
  const due = (await rows(tx, markReminded, [chunk])).map((part) => ({ ...part, secret: makeLinkSecret(deps) }))
  const hashes = due.map(({ secret }) => hashOfLinkSecret(secret).toString('hex'))
  await rows(tx, storeSecretsOfParts, [due.map(({ id }) => id), hashes])
  for (const part of due) {
    const { stage, batch_id: batchId, id, secret } = part
    const props = {
      ...propsOf(part),
      when: stage === 1 ? ('before' as const) : stage === 2 ? ('today' as const) : ('late' as const),
      pausesOn: part.pauses_on,
      endsOn: part.ends_on,
      payUrl: linkAddress(deps, batchId, secret, id),
    }
    await queueMail(
      deps,
      tx,
      { template: 'instalment-reminder', to: part.email, props },
      { cause: `instalment-${id}-${part.due_on}-${stage}`, secret: 'kept', lane: 'person', expiresInMinutes: reminderMinutes },
    )
  }
  return due.length
}

async function endSome(deps: RemindDeps, tx: Queryable): Promise<number> {
  const late = await rows(tx, latePlaces, [chunk])
  for (const part of late) {
    await endEnrolment(tx, part.enrolment_id)
    const props = { ...propsOf(part), coursesUrl: `${deps.config.publicUrl}${pathTo('courses')}` }
    await queueMail(deps, tx, { template: 'instalment-lapsed', to: part.email, props }, { cause: `instalment-lapsed-${part.id}` })
  }
  return late.length
}

const propsOf = (part: Part) => ({
  name: part.full_name,
  courseTitle: part.course_title,
  number: part.number,
  of: part.of,
  amountPaise: part.amount_paise,
  dueOn: part.due_on,
})
