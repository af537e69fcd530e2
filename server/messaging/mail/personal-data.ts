import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

const blank = `to_address = case when to_address is null then null else 'erased@erased.invalid' end, props = '{}', sealed = null,
     last_error = null, given_up_at = case when sent_at is null then coalesce(given_up_at, app_now()) end`
const eraseMail = statement(
  'erase_mail',
  `update mail_outbox set ${blank} where to_address = $1 or (to_address is null and props ->> 'email' = $1)`,
)
// The address may be another person's, so only the codes of the requested change are erased.
const eraseAskedMail = statement(
  'erase_asked_mail',
  `update mail_outbox set ${blank} where template = 'change-code' and to_address = $1`,
)

// Only accounts get these mails. The others may be those of a person who has asked the school something.
const eraseAccountMail = statement(
  'erase_account_mail',
  `update mail_outbox set ${blank} where to_address = $1 and template not in ('enquiry-thanks', 'lead-reply')`,
)

const eraseBouncing = statement('erase_bouncing', `delete from bouncing_addresses where address = $1`)

export const mailPersonalData: PersonalData = {
  exports: {
    address: exportParts({
      refused_by_the_mail_server: `select since, refused_at, reply from bouncing_addresses where address = $1`,
      mails: `select template, created_at, sent_at from mail_outbox where to_address = $1 order by created_at`,
    }),
  },
  erasures: { claimedAddress: [eraseAskedMail], unprovenAddress: [eraseAccountMail], address: [eraseMail, eraseBouncing] },
}
