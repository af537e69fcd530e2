import { allows, allowsAll } from '#contract/permissions.ts'
import { fileRows, type StudentFile } from '#contract/desk/staff/students.ts'
import { parseUserAgent } from '#server/people/accounts/parse-user-agent.ts'
import { readStudentChanges } from '#server/platform/audit-log/audit-entries.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { leadState } from '#server/desk/leads/lead-state.ts'
import { documentsOfStudent } from '#server/money/invoicing/issued-documents.ts'
import { pastPaymentsSql } from '#server/money/past-payments/past-payments.ts'
import { instalmentStateSql, todaySql } from '#server/money/instalments/state.ts'
import { isOpen, placeNow, stateNow } from '#server/enrolment/waitlist/own-entries.ts'
import { serialSql } from '#server/money/invoicing/series.ts'
import { studentRecords } from './student-records.ts'

const enrolmentsInFile = statement<StudentFile['enrolments'][number]>(
  'enrolments_in_file',
  `select e.id, e.batch_id, c.title as course, ${isoInstant('b.starts_at')} as starts_at,
     case when e.ended_at is not null then 'ended' when b.ends_at <= app_now() then 'over' else 'active' end as state,
     ${isoInstant('e.created_at')} as created_at, ${isoInstant('e.moved_at')} as moved_at, ${isoInstant('e.ended_at')} as ended_at, e.payment_id
   from enrolments e join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   where e.user_id = $1 order by e.created_at desc, e.id desc limit $2`,
)
const paymentsInFile = statement<StudentFile['payments'][number]>(
  'payments_in_file',
  `select p.id, p.provider_payment_id, o.course_title as course, p.amount_paise, s.refunded_paise,
     s.committed_paise - s.refunded_paise as due_paise, p.method, p.status, p.disposition,
     ${isoInstant('coalesce(p.captured_at, p.created_at)')} as paid_at, to_char(f.received_on, 'YYYY-MM-DD') as received_on
   from payments p join payment_orders o on o.id = p.order_id join payment_balances s on s.payment_id = p.id
   left join offline_payments f on f.order_id = o.id
   where o.user_id = $1 order by coalesce(p.captured_at, p.created_at) desc, p.id desc limit $2`,
)
const pastPaymentsInFile = statement<StudentFile['past_payments'][number]>('past_payments_in_file', `${pastPaymentsSql} limit $2`)
const refundsInFile = statement<StudentFile['refunds'][number]>(
  'refunds_in_file',
  `select r.id, r.payment_id, r.amount_paise, r.status, ${isoInstant('r.created_at')} as created_at
   from refunds r join payments p on p.id = r.payment_id join payment_orders o on o.id = p.order_id
   where o.user_id = $1 order by r.id desc limit $2`,
)

const instalmentsInFile = statement<StudentFile['instalments'][number]>(
  'instalments_in_file',
  `select i.id, e.batch_id, c.title as course, i.number, i.parts as of, i.amount_paise, to_char(i.due_on, 'YYYY-MM-DD') as due_on,
     to_char(i.waits_until, 'YYYY-MM-DD') as waits_until, ${instalmentStateSql('i')} as state,
     case when i.state = 'open' then greatest(0, ${todaySql} - i.due_on) else 0 end as days_late,
     i.state = 'open' and is_paused(greatest(i.due_on, i.waits_until)) as is_paused, i.payment_id
   from enrolments e join instalments i on i.enrolment_id = e.id join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
   where e.user_id = $1 and i.state <> 'void' order by e.ended_at is not null, e.id desc, i.number limit $2`,
)
const waitsInFile = statement<StudentFile['waits'][number]>(
  'waits_in_file',
  `select w.id, w.batch_id, c.title as course, ${isoInstant('b.starts_at')} as starts_at, ${stateNow('w')} as state, ${placeNow('w')} as place,
     ${isoInstant('w.joined_at')} as joined_at,
     case when w.state = 'offered' and w.offered_until > app_now() then ${isoInstant('w.offered_until')} end as offered_until
   from waitlist_entries w join batches b on b.id = w.batch_id join courses c on c.id = b.course_id
   where w.user_id = $1 order by not ${isOpen('w')}, w.id desc limit $2`,
)
const documentsInFile = statement<StudentFile['documents'][number]>(
  'documents_in_file',
  `select d.id, d.kind, ${serialSql('d', 'd.kind')} as serial, coalesce(f.amount_paise, p.amount_paise) as amount_paise,
     ${isoInstant('d.issued_at')} as issued_at
   from bare_documents d left join refunds f on f.id = d.refund_id join payments p on p.id = coalesce(d.payment_id, f.payment_id)
   where d.id = any (${documentsOfStudent('$1')}) order by d.issued_at desc, d.id desc limit $2`,
)
const requestsInFile = statement<StudentFile['requests'][number]>(
  'requests_in_file',
  `select q.id, q.kind, c.title as course, q.reason, q.status, q.answer, ${isoInstant('q.created_at')} as created_at,
     ${isoInstant('q.decided_at')} as decided_at
   from purchase_requests q join batches b on b.id = q.from_batch_id join courses c on c.id = b.course_id
   where q.user_id = $1 order by q.id desc limit $2`,
)
const sessionsInFile = statement<{ id: string; user_agent: string; created_at: string; last_seen_at: string }>(
  'sessions_in_file',
  `select id, user_agent, ${isoInstant('created_at')} as created_at, ${isoInstant('last_seen_at')} as last_seen_at from sessions s
   where s.user_id = $1 and s.revoked_at is null and s.expires_at > app_now() and s.idle_expires_at > app_now()
   order by s.last_seen_at desc, s.id limit $2`,
)
const mailsInFile = statement<StudentFile['mails'][number]>(
  'mails_in_file',
  `select m.id, m.template,
     case when $3 and m.cause ~ '^message:[0-9]{1,9}:' then (select b.subject from messages b where b.id = split_part(m.cause, ':', 2)::integer)
       when $4 and m.cause ~ '^lead-message:[0-9]{1,18}$' then (select l.subject from lead_messages l where l.id = split_part(m.cause, ':', 2)::bigint)
       end as subject,
     case when m.cause ~ '^class-notice:[0-9]{1,18}:'
       then (select n.change from class_notices n where n.id = split_part(m.cause, ':', 2)::bigint) end as class_change,
     case when m.sent_at is not null then 'sent' when m.bounced_at is not null then 'bouncing'
       when m.given_up_at is not null then 'given_up' else 'waiting' end as state,
     case when m.sent_at is null then coalesce(m.last_error,
       case when m.bounced_at is not null then (select x.reply from bouncing_addresses x where x.address = m.to_address) end) end as problem,
     ${isoInstant('m.created_at')} as created_at, ${isoInstant('m.sent_at')} as sent_at
   from mail_outbox m
   where m.to_address in (select email from users where id = $1 union select email from former_addresses where user_id = $1 and proven)
   order by m.id desc limit $2`,
)
const refusalInFile = statement<{ reply: string }>(
  'refusal_in_file',
  `select x.reply from bouncing_addresses x join users u on u.email = x.address where u.id = $1`,
)
const notesInFile = statement<StudentFile['notes'][number]>(
  'notes_in_file',
  `select n.id, n.kind, s.name as staff, n.body, ${isoInstant('n.created_at')} as created_at
   from student_notes n join staff s on s.id = n.staff_id where n.user_id = $1 order by n.id desc limit $2`,
)
// Two reads by key, because an alternative over two tables reads all leads.
const leadsInFile = statement<NonNullable<StudentFile['leads']>[number]>(
  'leads_in_file',
  `select r.id, r.kind, ${leadState} as state, coalesce(e.course_name, o.course_title, e.message) as about,
     ${isoInstant('r.received_at')} as received_at
   from leads r left join enquiries e on e.id = r.enquiry_id left join payment_orders o on o.id = r.order_id
   where r.id in (
     select x.id from leads x where x.enquiry_id in (select y.id from enquiries y join users u on u.email = y.email where u.id = $1)
     union all select x.id from leads x where x.order_id in (select y.id from payment_orders y where y.user_id = $1))
   order by r.received_at desc, r.id desc limit $2`,
)
/** Reads what belongs to a student: a fixed number of statements on one connection. @throws HttpError 404 */
export async function readStudentFile(deps: Deps, staff: Staff, id: number): Promise<StudentFile> {
  return transaction(deps.db, async (tx) => {
    await studentRecords.find(tx, id)
    const given = [id, fileRows]
    return {
      enrolments: await rows(tx, enrolmentsInFile, given),
      payments: await rows(tx, paymentsInFile, given),
      past_payments: await rows(tx, pastPaymentsInFile, given),
      refunds: await rows(tx, refundsInFile, given),
      instalments: await rows(tx, instalmentsInFile, given),
      waits: await rows(tx, waitsInFile, given),
      documents: await rows(tx, documentsInFile, given),
      requests: await rows(tx, requestsInFile, given),
      sessions: (await rows(tx, sessionsInFile, given)).map(({ user_agent: userAgent, ...session }) => {
        const { name, kind } = parseUserAgent(userAgent)
        return { ...session, device: name, kind }
      }),
      mails: await rows(tx, mailsInFile, [...given, allowsAll(staff.roles, 'messages:read'), allows(staff.roles, 'leads:read')]),
      refusal: (await row(tx, refusalInFile, [id]))?.reply ?? null,
      notes: await rows(tx, notesInFile, given),
      leads: allows(staff.roles, 'leads:read') ? await rows(tx, leadsInFile, given) : null,
      audit: allows(staff.roles, 'audit:read') ? await readStudentChanges(tx, id, fileRows) : null,
    }
  })
}
