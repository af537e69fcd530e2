import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, line } from '#contract/fields.ts'
import { countedTotal, readOnlyResource } from '#contract/resource.ts'
import { idFilter, schoolDay } from '#contract/filters.ts'

/** What people call the rows of each table that the log covers. */
export const auditSubjects: Readonly<Record<string, string>> = {
  answers: 'Answer to a question',
  approvals: 'Approval',
  attendance_decisions: 'Attendance of a student',
  arrivals: 'File of another system',
  attendance_import_rows: 'Row of an attendance report',
  attendance_imports: 'Attendance report',
  backups: 'Backup set',
  batch_cancellations: 'Cancellation of a batch',
  batch_outcomes: 'Outcomes of a batch',
  batch_patterns: 'Pattern of a batch',
  batches: 'Batch',
  blogs: 'Article',
  bouncing_addresses: 'Bouncing address',
  calendar_feeds: 'Calendar of a person',
  certificates: 'Certificate',
  certificate_keys: 'Key of certificates',
  class_chapters: 'Chapter of a recording',
  class_sessions: 'Class',
  closed_months: 'Closed month',
  code_reviews: 'Review of code',
  companies: 'Company',
  coupons: 'Coupon',
  courses: 'Course',
  disputes: 'Dispute',
  exercises: 'Exercise',
  enquiries: 'Enquiry',
  enrolment_moves: 'Move of an enrolment',
  enrolments: 'Enrolment',
  holidays: 'Holiday',
  instructors: 'Instructor',
  lead_messages: 'Message to a lead',
  lead_notes: 'Note about a lead',
  leads: 'Lead',
  list_exports: 'Download of a list',
  media: 'Picture',
  messages: 'Message to a batch',
  offline_payments: 'Offline payment',
  past_payments: 'Payment of before',
  payment_orders: 'Order',
  payments: 'Payment',
  policy_versions: 'Version of a policy',
  projects: 'Project',
  purchase_requests: 'Request of a student',
  questions: 'Question of a student',
  receipts: 'Receipt',
  recording_clips: 'Clip of a recording',
  recordings: 'Recording',
  recording_captions: 'Captions',
  recording_uploads: 'Upload of a recording',
  refund_notes: 'Refund note',
  refund_vouchers: 'Refund voucher',
  refunds: 'Refund',
  reply_templates: 'Template of a reply',
  payment_links: 'Payment link',
  restores: 'Restore of a backup',
  reviews: 'Review of a course',
  school_opening: 'Opening of the school',
  sessions: 'Session of a student',
  setup_links: 'Link to open the school',
  scholarships: 'Scholarship',
  payment_plans: 'Payment plan',
  instalments: 'Part of a price',
  waitlist_entries: 'Place on a waitlist',
  site_settings: 'Settings',
  staff: 'Member of staff',
  staff_acts: 'Act',
  staff_invitations: 'Invitation',
  staff_passkeys: 'Passkey',
  staff_recovery_codes: 'Recovery codes',
  staff_totp: 'Authenticator app',
  submission_reviews: 'Review of work',
  student_exports: 'Copy of a student’s data',
  student_imports: 'Import of students',
  student_notes: 'Note about a student',
  testimonials: 'Testimonial',
  unmatched_payments: 'Unmatched payment',
  users: 'Student',
  utility_items: 'Service or resource',
  webhook_events: 'Webhook event',
}

const change = z.object({ before: z.unknown(), after: z.unknown() })

export const auditEntry = z.object({
  id: z.int(),
  at: instant,
  actor_kind: z.enum(['staff', 'operator']),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  actor_email: z.string().nullable(),
  /** The table of the changed row, and its key. */
  subject: z.string(),
  subject_id: z.string(),
  /** What the record is called now. Null when it has no name or is gone. */
  name: z.string().nullable(),
  /** The name that the student now has whom the record belongs to. Null for records of nobody. */
  student: z.string().nullable(),
  operation: z.enum(['insert', 'update', 'delete']),
  /** Changed columns, before and after. Personal values are `masked`. */
  changes: z.record(z.string(), change),
  /** What columns refer to, and masked words that the record still has, as they are now. An erasure removes them. */
  names: z.record(z.string(), z.object({ before: z.string().nullable(), after: z.string().nullable() })),
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditEntryExample: z.input<typeof auditEntry> = {
  id: 41,
  at: '2026-11-22T10:30:00.000Z',
  actor_kind: 'staff',
  actor_id: 3,
  actor_name: 'Meera Kulkarni',
  actor_email: 'meera@school.example',
  subject: 'companies',
  subject_id: '7',
  name: 'Example Tools',
  student: null,
  operation: 'update',
  changes: { city: { before: 'Pune', after: 'Nashik' } },
  names: {},
}

/** Entries of one transaction that are read at once. */
export const entriesShown = 100

/** What one person changed in one transaction. The entry is the one that says most about it. */
export const auditTransaction = auditEntry.extend({
  /** How many records the transaction changed. */
  records: z.int(),
})
export type AuditTransaction = z.output<typeof auditTransaction>

/** The log of every change by staff and operators. Nobody can change it. */
export const audit = readOnlyResource({
  name: 'audit',
  singular: 'audit-entry',
  record: auditEntry,
  filters: {
    actor: idFilter,
    subject: line(60).optional(),
    subject_id: line(200).optional(),
    /** Days in India, both included. */
    from: schoolDay.optional(),
    to: schoolDay.optional(),
    /** Everything that belongs to an account, and to a payment. */
    student: idFilter,
    payment: idFilter,
  },
  sort: ['id'],
  usualSort: '-id',
  permission: { read: 'audit:read' },
  stepUp: ['export'],
  words: {
    subject: auditSubjects,
    actor_kind: { staff: 'Staff', operator: 'Operator' },
    operation: { insert: 'Added', update: 'Changed', delete: 'Removed' },
  },
  examples: {
    record: auditEntryExample,
  },
})

/** One press of a button may write several entries. Here they are one line; a filter asks for those with a matching entry. */
export const listAuditTransactions = endpoint({
  name: 'listAuditTransactions',
  method: 'GET',
  path: '/staff/audit/transactions/',
  tag: 'Staff: audit',
  summary: 'List the log by transaction, paged by key',
  access: { staff: 'audit:read' },
  query: audit.endpoints.list.query,
  answers: { 200: z.object({ items: z.array(auditTransaction), next_cursor: z.string().nullable(), ...countedTotal }) },
  example: { answer: { items: [{ ...auditEntryExample, records: 3 }], next_cursor: null, total: 1, total_is_exact: true } },
})

export const readAuditTransaction = endpoint({
  name: 'readAuditTransaction',
  method: 'GET',
  path: '/staff/audit/:id/transaction/',
  tag: 'Staff: audit',
  summary: `The first ${entriesShown} entries of the transaction that wrote an entry, in their order`,
  access: { staff: 'audit:read' },
  params: z.object({ id }),
  answers: { 200: z.object({ items: z.array(auditEntry), total: z.int() }) },
  errors: [404],
  example: { answer: { items: [auditEntryExample], total: 1 } },
})
