/** The tables and views that a server folder (or a module of the server's root) owns, reads and writes. */
export interface TableRule {
  owns: readonly string[]
  reads?: readonly string[]
  /** Tables of other folders, each with the reason for the write. */
  writes?: Readonly<Record<string, string>>
}

/** A file whose SQL computes the name of a table. */
export interface DynamicTables {
  why: string
  /** The tables that it writes, each of which stands as a string in the file. */
  tables: readonly string[]
}

export const dynamicTables: Record<string, DynamicTables> = {
  'server/db/export.ts': { why: 'a snapshot has every table', tables: [] },
  'server/db/grant-rights.ts': { why: 'the name after from is a role', tables: [] },
  'server/db/import.ts': { why: 'a snapshot has every table', tables: [] },
  'server/db/keyset.ts': { why: 'the check reads the table from each call of keyset', tables: [] },
  'server/records/staff-records.ts': { why: 'the check reads the table from each call of staffRecords', tables: [] },
  'server/db/seed/load-demo.ts': {
    why: 'one function inserts the demo content',
    tables: [
      'courses',
      'instructors',
      'holidays',
      'batches',
      'recordings',
      'policy_versions',
      'utility_items',
      'projects',
      'blogs',
      'companies',
      'testimonials',
    ],
  },
}

export const tableRules: Record<string, TableRule> = {
  approvals: {
    owns: ['approvals'],
    reads: [
      'batches',
      'courses',
      'enrolments',
      'offline_payments',
      'payment_balances',
      'payment_orders',
      'payments',
      'purchase_requests',
      'refunds',
      'staff',
      'users',
    ],
  },
  catalog: {
    owns: ['courses', 'batches', 'batch_patterns', 'batch_offers', 'holidays', 'instructors'],
    reads: ['class_sessions', 'enrolments', 'numbered_sessions', 'payment_orders', 'recordings'],
    writes: { class_sessions: 'a duplicate has the topics of its batch' },
  },
  accounts: {
    owns: [
      'users',
      'sessions',
      'refresh_tokens',
      'codes',
      'code_guesses',
      'code_sends',
      'known_networks',
      'former_addresses',
      'pending_changes',
      'registrations',
      'undo_links',
    ],
    reads: ['approvals', 'enrolments', 'offline_payments', 'payment_orders', 'payments'],
  },
  auth: { owns: [], reads: ['users', 'sessions', 'staff', 'staff_sessions'] },
  enrolment: {
    owns: ['enrolments'],
    reads: ['batches', 'batch_offers', 'numbered_sessions', 'courses', 'payment_orders', 'payments', 'users'],
  },
  payments: {
    owns: [
      'payment_orders',
      'payments',
      'payment_balances',
      'offline_payments',
      'refunds',
      'purchase_requests',
      'batch_cancellations',
      'cancelled_enrolments',
      'disputes',
      'receipts',
      'receipt_counters',
      'refund_vouchers',
      'refund_voucher_counters',
      'buyers',
      'refund_notes',
      'refund_note_counters',
      'webhook_events',
      'unmatched_payments',
      'open_unmatched_payments',
      'sweep_progress',
    ],
    reads: ['approvals', 'batch_offers', 'courses', 'enrolments', 'staff', 'users'],
    writes: { batches: 'a cancelled batch refunds or moves its students' },
  },
  classes: {
    owns: ['batch_classes', 'class_sessions', 'numbered_sessions', 'recordings', 'recording_positions'],
    reads: ['batches', 'batch_patterns', 'courses', 'enrolments', 'holidays', 'instructors'],
  },
  media: {
    owns: ['recording_grants'],
    reads: [
      'batches',
      'batch_offers',
      'blogs',
      'companies',
      'courses',
      'enrolments',
      'instructors',
      'projects',
      'recordings',
      'users',
      'utility_items',
    ],
  },
  uploads: {
    owns: ['media', 'media_removals', 'picture_uses'],
    writes: {
      courses: 'they show the picture by its path',
      blogs: 'they show the picture by its path',
      utility_items: 'they show the picture by its path',
      projects: 'they show the picture by its path',
      instructors: 'they show the picture by its path',
    },
  },
  records: { owns: [], reads: ['media'] },
  content: { owns: ['blogs', 'companies', 'policy_versions', 'projects', 'testimonials', 'utility_items'] },
  enquiries: { owns: ['enquiries'], reads: ['mail_outbox'] },
  leads: {
    owns: ['leads', 'lead_messages', 'lead_notes', 'reply_templates'],
    reads: ['batches', 'enquiries', 'enrolments', 'mail_outbox', 'payment_orders', 'payments', 'staff', 'users'],
    writes: { enquiries: 'staff write down a call or a visit' },
  },
  mail: { owns: ['mail_outbox'] },
  http: { owns: ['limit_counters'], reads: ['mail_outbox', 'refunds', 'webhook_events'] },
  audit: { owns: ['audit_log'], reads: ['staff'] },
  staff: {
    owns: [
      'staff',
      'staff_sessions',
      'staff_refresh_tokens',
      'staff_devices',
      'staff_codes',
      'staff_code_sends',
      'staff_code_guesses',
      'staff_factor_tries',
      'staff_totp',
      'staff_totp_offers',
      'staff_passkeys',
      'staff_challenges',
      'staff_recovery_codes',
      'staff_invitations',
    ],
    reads: ['instructors'],
    writes: { instructors: 'the account of an instructor' },
  },
  search: {
    owns: ['search_documents', 'search_entries', 'search_sources', 'search_terms', 'search_words'],
    reads: [
      'batch_offers',
      'batches',
      'blogs',
      'companies',
      'courses',
      'instructors',
      'policy_versions',
      'projects',
      'testimonials',
      'utility_items',
    ],
  },
  sharing: { owns: [], reads: ['batches', 'blogs', 'courses', 'policy_versions', 'utility_items'] },
  'site-settings.ts': { owns: ['site_settings'] },
  settings: { owns: [], writes: { site_settings: 'the console changes them' } },
  db: {
    owns: ['app_clock', 'schema_migrations'],
    reads: ['numbered_sessions'],
    writes: {
      batch_patterns: 'demo content',
      class_sessions: 'demo content',
      holidays: 'demo content',
      courses: 'demo content',
      instructors: 'demo content',
      batches: 'demo content',
      recordings: 'demo content',
      policy_versions: 'demo content',
      utility_items: 'demo content',
      projects: 'demo content',
      blogs: 'demo content',
      companies: 'demo content',
      testimonials: 'demo content',
      users: 'demo content',
      enrolments: 'demo content',
      site_settings: 'demo content',
    },
  },
}
