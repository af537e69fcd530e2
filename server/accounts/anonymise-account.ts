import { type Queryable, rows, statement } from '../db/query.ts'

// Verified and disabled, under an address that nobody can guess and register beforehand.
const anonymisePerson = statement(
  'anonymise_person',
  `update users set email = 'erased-' || gen_random_uuid() || '@erased.invalid', full_name = 'Erased student', phone = null,
     verified_at = coalesce(verified_at, app_now()), consent_version = null, consented_at = null,
     disabled_at = app_now(), erased_at = app_now()
   where id = $1`,
)
/** What goes with the account, by its id. A new table about people gets its line here. */
const ofAccount = [
  statement('erase_enrolments', `update enrolments set ended_at = app_now() where user_id = $1 and ended_at is null`),
  statement('erase_sessions', `delete from sessions where user_id = $1`),
  statement('erase_recording_grants', `delete from recording_grants where user_id = $1`),
  statement('erase_positions', `delete from recording_positions where user_id = $1`),
  statement(
    'close_requests',
    `update purchase_requests set reason = 'Erased', answer = null, status = case status when 'open' then 'withdrawn' else status end,
       decided_at = coalesce(decided_at, app_now()), decided_by = coalesce(decided_by, 'student') where user_id = $1`,
  ),
  // What the student wrote was copied into the refund; the reasons of the school itself say nothing of a person.
  statement(
    'erase_reasons',
    `update refunds r set reason = 'Erased' from payments p join payment_orders o on o.id = p.order_id
     where p.id = r.payment_id and o.user_id = $1 and r.actor not in ('automatic', 'provider')`,
  ),
  statement('erase_registrations', `delete from registrations where user_id = $1`),
  statement('erase_pending_changes', `delete from pending_changes where user_id = $1`),
  statement('erase_undo_links', `delete from undo_links where user_id = $1`),
  statement('erase_order_networks', `update payment_orders set network = null where user_id = $1 and network is not null`),
]
/** Theirs, unless somebody else has it by now. */
const addressesToErase = statement<{ email: string }>(
  'addresses_to_erase',
  `select $2::text as email
   union
   select f.email from former_addresses f
   where f.user_id = $1 and f.proven and not exists (select 1 from users u where u.email = f.email and u.id <> $1)`,
)
const blank = `to_address = case when to_address is null then null else 'erased@erased.invalid' end, props = '{}', sealed = null,
     last_error = null, given_up_at = case when sent_at is null then coalesce(given_up_at, app_now()) end`
const eraseMail = statement(
  'erase_mail',
  `update mail_outbox set ${blank} where to_address = $1 or (to_address is null and props ->> 'email' = $1)`,
)
// An address that was only asked for may be somebody's: all that is ours there are the codes that went out for the wish.
const eraseAskedMail = statement(
  'erase_asked_mail',
  `update mail_outbox set ${blank} where template = 'change-code'
     and to_address in (select email from former_addresses where user_id = $1 and not proven)`,
)
const eraseFormerAddresses = statement('erase_former_addresses', `delete from former_addresses where user_id = $1`)
/** What stands under the address. */
const ofAddress = [
  statement('erase_enquiries', `delete from enquiries where email = $1`),
  statement('erase_codes', `delete from codes where email = $1`),
  statement('erase_guesses', `delete from code_guesses where email = $1`),
  statement('erase_sends', `delete from code_sends where email = $1`),
  statement('erase_networks', `delete from known_networks where email = $1`),
  statement('erase_unmatched', `update unmatched_payments set email = null, contact = null where lower(email) = $1`),
  // Put aside for a person to look at; of the others nothing is kept.
  statement(
    'erase_webhooks',
    `update webhook_events set body = '' where quarantined and position(convert_to($1, 'UTF8') in body) > 0`,
  ),
]

/** Takes a person out of an account: orders, payments, receipts and refunds stay. What stands under the address is left alone. */
export async function anonymiseAccount(tx: Queryable, id: number): Promise<void> {
  await rows(tx, anonymisePerson, [id])
  for (const erase of ofAccount) await rows(tx, erase, [id])
}

/** The same with all that stands under the addresses that were theirs. The caller holds the locks of address and account. */
export async function anonymiseWithAddresses(tx: Queryable, id: number, email: string): Promise<void> {
  await anonymiseAccount(tx, id)
  await rows(tx, eraseAskedMail, [id])
  for (const { email: one } of await rows(tx, addressesToErase, [id, email])) {
    await rows(tx, eraseMail, [one])
    for (const erase of ofAddress) await rows(tx, erase, [one])
  }
  await rows(tx, eraseFormerAddresses, [id])
}
