import type { Delivery, RecipientRecord, recipients } from '#contract/messaging/staff/messages.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { keyset } from '#server/platform/db/keyset.ts'
import { one, row, statement } from '#server/platform/db/query.ts'
import { holdersOfAddress, wholeAddress } from '#server/platform/db/whole-address.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, notFound } from '#server/platform/errors/errors.ts'
import type { ReadVerbs } from '#server/platform/http/resource.ts'
import { isWithdrawn } from '#server/messaging/mail/is-withdrawn.ts'
import { messageRecords } from './message-records.ts'
import { isBound } from './own-batch.ts'

const cause = `'message:' || r.message_id || ':' || r.user_id`
/** Of one mail. A mail that was sent stays so when the account is erased later. */
const state = `case when o.sent_at is not null then 'sent' when o.id is null or o.to_address like '%@erased.invalid' or ${isWithdrawn('o')} then 'gone'
  when o.bounced_at is not null then 'bouncing' when o.given_up_at is not null then 'failed' else 'queued' end`
const joined = `join users u on u.id = r.user_id left join mail_outbox o on o.cause = ${cause}`
/** Columns of a recipient. @param own the instructor who asks, and null for others: what a mail server says may hold the address */
const columnsFor = (own: string) => `r.id, r.message_id, r.user_id as student_id, u.full_name as name,
  case when ${own} is null then u.email end as email, ${state} as state,
  coalesce(o.attempts, 0) as attempts, case when ${own} is null then o.last_error end as error,
  to_char(o.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sent_at`
const isOwn = (
  own: string,
) => `(${own} is null or exists (select from messages m join batches b on b.id = m.batch_id join instructors i on i.id = b.instructor_id
  where m.id = r.message_id and m.author_id = ${own} and i.staff_id = ${own}))`

const list = keyset<RecipientRecord>({
  name: 'recipients_for_staff',
  select: columnsFor('$4::integer'),
  from: `message_recipients r ${joined}`,
  where: `($1::text is null or position(folded($1) in folded(concat_ws(' ', u.full_name, case when $4::integer is null then u.email end))) > 0)
      and ($2::integer is null or r.message_id = $2) and ($3::text is null or ${state} = $3)
      and ($5::text is null or $4::integer is null and r.user_id = any (array(${holdersOfAddress('$5::text')}))) and ${isOwn('$4::integer')}`,
  filters: 5,
  sorts: { name: { type: 'text', sql: 'lower(u.full_name)' }, id: { type: 'bigint', sql: 'r.id' } },
  id: 'r.id',
})
const recipientForStaff = statement<RecipientRecord>(
  'recipient_for_staff',
  `select ${columnsFor('$2::integer')} from message_recipients r ${joined} where r.id = $1 and ${isOwn('$2::integer')}`,
)
const countOf = (name: string) => `(count(*) filter (where state = '${name}'))::int as ${name}`
const deliveryOfMessage = statement<Delivery>(
  'delivery_of_message',
  `select count(*)::int as total, ${(['queued', 'sent', 'bouncing', 'failed', 'gone'] as const).map(countOf).join(', ')}
   from (select ${state} as state from message_recipients r left join mail_outbox o on o.cause = ${cause} where r.message_id = $1) m`,
)

type Filter = Parameters<ReadVerbs<typeof recipients>['total']>[2]['filter']

const ownerOf = (staff: Staff) => (isBound(staff) ? staff.id : null)
/** @throws HttpError 400 for a state without a message: the mails of all messages would be read, and a state may have none */
function filtersOf(staff: Staff, { q, message, state: asked }: Filter): unknown[] {
  if (asked !== undefined && message === undefined) throw invalid('Please give the message too.')
  const address = wholeAddress(q)
  return [...[address === null ? q : null, message, asked].map((value) => value ?? null), ownerOf(staff), address]
}

export const recipientList: ReadVerbs<typeof recipients> = {
  list: (deps, staff, { filter, page }) => list.page(deps.db, { ...page, filters: filtersOf(staff, filter) }),
  total: (deps, staff, { filter }) => list.total(deps.db, filtersOf(staff, filter)),
  async read(deps, staff, { id }) {
    const recipient = await row(deps.db, recipientForStaff, [id, ownerOf(staff)])
    if (!recipient) throw notFound()
    return recipient
  },
}

/** @throws HttpError 404 */
export async function readDelivery(deps: Deps, staff: Staff, { id }: { id: number }): Promise<Delivery> {
  await messageRecords.find(deps.db, id, staff)
  return one(deps.db, deliveryOfMessage, [id])
}
