import type { ParsedOf } from '#contract/endpoint.ts'
import type { LeadRecord, replyToLead as endpoint } from '#contract/desk/staff/leads.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { answeredBy } from './answered-by.ts'
import { closedWith } from './close-lead.ts'
import { assertFollowUp } from './follow-up.ts'
import { leadRecords } from './lead-records.ts'

const insertLeadMessage = statement<{ id: number }>(
  'insert_lead_message',
  `insert into lead_messages (lead_id, staff_id, subject, body, created_at) values ($1, $2, $3, $4, app_now()) returning id`,
)
const earlierMessages = statement<{ body: string; created_at: Date; message_id: string | null }>(
  'earlier_messages',
  `select m.body, m.created_at, o.message_id::text from lead_messages m
   left join mail_outbox o on o.cause = 'lead-message:' || m.id
   where m.lead_id = $1 order by m.id desc limit 20`,
)
const nameOfStaff = statement<{ name: string }>('name_of_staff', `select name from staff where id = $1`)

/**
 * Sends an answer. The first one takes the lead, if nobody has it.
 * @throws HttpError 404, 409 for a closed lead or one without an address; StaleVersion, so that a second press sends nothing
 */
export async function replyToLead(
  deps: Deps,
  staff: Staff,
  { body, ...target }: Target & { body: ParsedOf<typeof endpoint>['body'] },
): Promise<LeadRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await leadRecords.find(tx, target.id)
    if (before.closed_at) throw conflict('closed', 'The lead is closed. Please open it again first.')
    if (before.email === null) throw conflict('no_address', 'This person gave no e-mail address. Please call, and write a note.')
    await assertFollowUp(tx, body.follow_up_on)
    const lead = await leadRecords.update(tx, target, {
      ...(await answeredBy(tx, staff, before)),
      follow_up_on: body.follow_up_on,
      ...(body.outcome ? await closedWith(tx, body.outcome) : {}),
    })
    const conversation = await readConversation(tx, before)
    const message = await one(tx, insertLeadMessage, [lead.id, staff.id, body.subject, body.body])
    const { name } = await one(tx, nameOfStaff, [staff.id])
    await queueMail(
      deps,
      tx,
      {
        template: 'lead-reply',
        to: before.email,
        props: { subject: body.subject, body: body.body, staff: name, ...conversation },
      },
      { cause: `lead-message:${message.id}` },
    )
    return lead
  })
}

/** What was written before, the newest first, and the ids of our mails, the oldest first. */
async function readConversation(tx: Queryable, lead: LeadRecord) {
  const messages = await rows(tx, earlierMessages, [lead.id])
  // Staff wrote the message of a contact.
  const asked = lead.kind === 'contact' || lead.kind === 'trial' ? null : lead.message
  return {
    earlier: [
      ...messages.map((message) => ({ by: 'school' as const, at: message.created_at.toISOString(), text: message.body })),
      ...(asked ? [{ by: 'you' as const, at: lead.received_at, text: asked }] : []),
    ],
    thread: messages.flatMap(({ message_id }) => message_id ?? []).toReversed(),
  }
}
