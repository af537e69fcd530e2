import type { ExportedData } from '#contract/accounts.ts'
import { rows, type Statement, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import type { Student } from '../auth/principal.ts'

type Plain = string | number | boolean | null
type Row = Record<string, Plain | Date>

const part = (name: string, text: string): Statement<Row> => statement<Row>(`export_${name}`, text)

/** What is kept under a student's id: a part a table, amounts in rupees. A new table about people gets its part here. */
const partsOfAccount: Record<string, Statement<Row>> = {
  profile: part(
    'profile',
    `select id, full_name, email, phone, verified_at, consent_version, consented_at, created_at from users where id = $1`,
  ),
  sessions: part(
    'sessions',
    `select user_agent, created_at, last_seen_at, expires_at, revoked_at from sessions where user_id = $1 order by created_at`,
  ),
  changes_that_can_be_undone: part(
    'undo_links',
    `select email as previous_email, phone as previous_phone, created_at, expires_at from undo_links
     where user_id = $1 and expires_at > app_now() order by created_at`,
  ),
  changes_that_wait_for_a_code: part(
    'pending_changes',
    `select email as new_email, phone as new_phone, code_email as code_sent_to, requested_at from pending_changes where user_id = $1`,
  ),
  earlier_addresses: part('former_addresses', `select email, proven from former_addresses where user_id = $1 order by email`),
  enrolments: part(
    'enrolments',
    `select c.title as course, b.id as batch_id, b.batch_type, b.starts_at, b.ends_at, e.created_at, e.ended_at
     from enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
     where e.user_id = $1 order by e.created_at`,
  ),
  orders: part(
    'orders',
    `select provider_order_id as order_id, course_title as course, batch_id, amount_paise / 100.0 as amount, currency, status, created_at
     from payment_orders where user_id = $1 order by created_at`,
  ),
  payments: part(
    'payments',
    `select p.provider_payment_id as payment_id, o.provider_order_id as order_id, o.course_title as course,
       p.amount_paise / 100.0 as amount, p.currency, p.method, p.status, p.disposition, p.created_at, p.captured_at
     from payments p join payment_orders o on o.id = p.order_id where o.user_id = $1 order by p.created_at`,
  ),
  receipts: part(
    'receipts',
    `select p.provider_payment_id as payment_id, r.financial_year, r.number, r.issued_at
     from receipts r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
     where o.user_id = $1 order by r.issued_at`,
  ),
  refunds: part(
    'refunds',
    `select p.provider_payment_id as payment_id, f.amount_paise / 100.0 as amount, f.status, f.reason, f.created_at, f.settled_at
     from refunds f join payments p on p.id = f.payment_id join payment_orders o on o.id = p.order_id
     where o.user_id = $1 order by f.created_at`,
  ),
  refund_vouchers: part(
    'vouchers',
    `select p.provider_payment_id as payment_id, v.financial_year, v.number, v.issued_at
     from refund_vouchers v join refunds f on f.id = v.refund_id join payments p on p.id = f.payment_id
       join payment_orders o on o.id = p.order_id
     where o.user_id = $1 order by v.issued_at`,
  ),
  disputes: part(
    'disputes',
    `select p.provider_payment_id as payment_id, d.provider_dispute_id as dispute_id, d.amount_paise / 100.0 as amount, d.status,
       d.reason_code, d.created_at
     from disputes d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id
     where o.user_id = $1 order by d.created_at`,
  ),
  requests: part(
    'requests',
    `select kind, from_batch_id, to_batch_id, reason, status, answer, created_at, decided_at
     from purchase_requests where user_id = $1 order by created_at`,
  ),
  recording_links: part('recording_grants', `select batch_id, expires_at from recording_grants where user_id = $1 order by batch_id`),
  watched_recordings: part(
    'positions',
    `select r.batch_id, r.day_number, r.title, w.position_seconds, w.completed, w.watched_at
     from recording_positions w join recordings r on r.id = w.recording_id where w.user_id = $1 order by w.watched_at`,
  ),
}

/** What is kept under an address. Only who has proven to own it gets these. */
const partsOfAddress: Record<string, Statement<Row>> = {
  enquiries: part(
    'enquiries',
    `select kind, name, email, phone, course_name, company_name, department, institution, url, message, status,
       consent_version, consented_at, created_at
     from enquiries where email = $1 order by created_at`,
  ),
  payments_without_an_order: part(
    'unmatched_payments',
    `select provider_payment_id as payment_id, amount_paise / 100.0 as amount, currency, status, email, contact as phone, paid_at
     from unmatched_payments where lower(email) = $1 order by paid_at`,
  ),
  mails: part('mails', `select template, created_at, sent_at from mail_outbox where to_address = $1 order by created_at`),
  codes: part('codes', `select purpose::text as purpose, expires_at, consumed_at from codes where email = $1 order by purpose`),
  code_mails_by_network: part(
    'code_sends',
    `select network::text as network, purpose::text as purpose, sent_at from code_sends where email = $1 order by sent_at`,
  ),
  wrong_codes_by_network: part(
    'code_guesses',
    `select network::text as network, purpose::text as purpose, guessed_at from code_guesses where email = $1 order by guessed_at`,
  ),
  sign_in_networks: part('networks', `select network::text as network from known_networks where email = $1 order by network`),
}

/** Everything that is kept about a student, part by part. */
export async function exportData(deps: Deps, student: Student): Promise<ExportedData> {
  const asked = [
    ...Object.entries(partsOfAccount).map(([name, query]) => ({ name, query, value: student.id })),
    ...Object.entries(student.verified ? partsOfAddress : {}).map(([name, query]) => ({ name, query, value: student.email })),
  ]
  const parts: ExportedData['parts'] = {}
  for (const { name, query, value } of asked) parts[name] = (await rows(deps.db, query, [value])).map(plain)
  return { exported_at: deps.clock().toISOString(), parts }
}

function plain(row: Row): Record<string, Plain> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}
