import { consentVersion } from '#contract/rules.ts'
import { one, type Queryable, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'

export interface Enquiry {
  kind: 'callback' | 'hire' | 'professor' | 'student' | 'trial'
  name: string
  email: string
  phone?: string
  course_name?: string
  company_name?: string
  department?: string
  institution?: string
  url?: string
  message?: string
}

const insertEnquiry = statement<{ id: number }>(
  'insert_enquiry',
  `insert into enquiries (kind, name, email, phone, course_name, company_name, department, institution, url, message,
     consent_version, consented_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, app_now(), app_now())
   returning id`,
)

// Serialises enquiries of one sender, so that the count is exact.
const lockSender = statement('lock_sender', `select pg_advisory_xact_lock(hashtextextended($1, 73))`)
const thanksSentToday = statement<{ often: number }>(
  'thanks_sent_today',
  `select count(*)::int as often from mail_outbox
   where to_address = $1 and template = 'enquiry-thanks' and created_at > app_now() - interval '1 day'`,
)
/** Limit per address, because anybody can enter another person's address from any network. */
const thanksPerDay = 5

/** What the forms without a class send. Guests get another mail than thanks. */
type Asked = Enquiry & { kind: Exclude<Enquiry['kind'], 'trial'> }

/** Stores an enquiry and, in the same transaction, the mails to the school and the sender. */
export async function submitEnquiry(deps: Deps, _visitor: Visitor, enquiry: Asked): Promise<void> {
  await transaction(deps.db, async (tx) => {
    await storeEnquiry(deps, tx, enquiry)
    await rows(tx, lockSender, [enquiry.email])
    if ((await one(tx, thanksSentToday, [enquiry.email])).often >= thanksPerDay) return
    await queueMail(deps, tx, {
      template: 'enquiry-thanks',
      to: enquiry.email,
      props: { name: enquiry.name, kind: enquiry.kind },
    })
  })
}

/** Stores an enquiry with the consent of its form, and the mail to the school. A trigger makes its lead. Returns its id. */
export async function storeEnquiry(deps: Pick<Deps, 'jobs'>, tx: Queryable, enquiry: Enquiry): Promise<number> {
  const { id } = await one(tx, insertEnquiry, [
    enquiry.kind,
    enquiry.name,
    enquiry.email,
    enquiry.phone ?? null,
    enquiry.course_name ?? null,
    enquiry.company_name ?? null,
    enquiry.department ?? null,
    enquiry.institution ?? null,
    enquiry.url ?? null,
    enquiry.message ?? null,
    consentVersion,
  ])
  await queueMail(deps, tx, { template: 'enquiry-received', to: null, props: { id, ...enquiry } })
  return id
}
