import { expect, test } from 'vitest'
import { auditSubjects } from '#contract/platform/staff/audit.ts'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { sellCourse } from '#tests/school/sell-course.ts'
import { operator, system, type Staff } from '#server/platform/auth/principal.ts'
import { loadDemo } from '#server/platform/db/seed/load-demo.ts'
import { transactionAs } from './staff-transaction.ts'

const guarded = [
  'batch_cancellations',
  'batch_patterns',
  'batches',
  'blogs',
  'class_sessions',
  'companies',
  'courses',
  'holidays',
  'instructors',
  'media',
  'messages',
  'policy_versions',
  'projects',
  'recording_captions',
  'recordings',
  'reply_templates',
  'site_settings',
  'staff',
  'testimonials',
  'utility_items',
]
const shared = [
  'answers',
  'bouncing_addresses',
  'approvals',
  'attendance_decisions',
  'attendance_import_rows',
  'attendance_imports',
  'calendar_feeds',
  'certificate_keys',
  'certificates',
  'disputes',
  'enquiries',
  'enrolment_moves',
  'enrolments',
  'exercises',
  'lead_messages',
  'lead_notes',
  'leads',
  'list_exports',
  'offline_payments',
  'payment_orders',
  'payments',
  'purchase_requests',
  'questions',
  'receipts',
  'recording_uploads',
  'refund_notes',
  'refund_vouchers',
  'refunds',
  'restores',
  'reviews',
  'sessions',
  'staff_acts',
  'staff_invitations',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_totp',
  'student_exports',
  'student_imports',
  'student_notes',
  'submission_reviews',
  'unmatched_payments',
  'users',
  'webhook_events',
]
/** docs/decisions/audit.md gives the reason for each. */
const excluded = [
  'absence_notices',
  'app_clock',
  'attendance_evidence',
  'audit_log',
  'buyers',
  'cancelled_enrolments',
  'class_notices',
  'class_reminders',
  'classroom_meetings',
  'classroom_outbox',
  'code_guesses',
  'code_sends',
  'codes',
  'figure_changes',
  'figure_checks',
  'figure_sums',
  'former_addresses',
  'known_networks',
  'limit_counters',
  'mail_outbox',
  'mail_preferences',
  'message_recipients',
  'pattern_checks',
  'pay_back_references',
  'pending_changes',
  'question_waits',
  'receipt_counters',
  'recording_file_removals',
  'recording_grants',
  'recording_notices',
  'recording_positions',
  'recording_upload_writers',
  'refresh_tokens',
  'refund_note_counters',
  'refund_voucher_counters',
  'registrations',
  'schema_migrations',
  'search_documents',
  'search_terms',
  'search_words',
  'staff_challenges',
  'staff_code_guesses',
  'staff_code_sends',
  'staff_codes',
  'staff_devices',
  'staff_factor_tries',
  'staff_refresh_tokens',
  'staff_sessions',
  'staff_totp_offers',
  'student_import_rows',
  'media_removals',
  'submission_file_removals',
  'submissions',
  'sweep_progress',
  'trial_guests',
  'undo_links',
  'waiting_documents',
]

test('each table is audited or excluded by name [SEC-094]', async () => {
  const { db } = await createTestApp()
  const withTrigger = async (name: string) =>
    (
      await db.query<{ name: string }>(
        `select c.relname as name from pg_class c join pg_trigger t on t.tgrelid = c.oid join pg_proc p on p.oid = t.tgfoid
         where p.proname = $1 order by 1`,
        [name],
      )
    ).rows.map((row) => row.name)
  const { rows: all } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  expect(await withTrigger('audit_change')).toEqual([...guarded, ...shared].toSorted())
  expect(await withTrigger('require_actor')).toEqual(guarded)
  expect(all.map(({ name }) => name).toSorted()).toEqual([...guarded, ...shared, ...excluded].toSorted())
})

test('each audited table has a name for people', () => {
  expect(Object.keys(auditSubjects).toSorted()).toEqual([...guarded, ...shared].toSorted())
})

test('staff tables reject a change that names no actor [SEC-096]', async () => {
  const { deps, db } = await createTestApp()
  await loadDemo(deps.db, new Date())
  await db.query(`insert into staff (email, role) values ('owner@school.example', 'owner')`)
  await db.query(
    `insert into media (key, whole_key, master_key, name, width, height) select k, k, k, 'Picture', 1, 1 from repeat('0', 32) k`,
  )
  await db.query(
    `insert into batch_cancellations (batch_id, reason, actor_kind, created_at) select min(id), 'Rain', 'operator', now() from batches`,
  )
  await db.query(
    `insert into messages (batch_id, subject, body, author_id, created_at) select min(b.id), 'Rain', 'No class.', min(s.id), now() from batches b, staff s`,
  )
  for (const table of guarded) {
    for (const sql of [
      `insert into ${table} default values`,
      `update ${table} set ${table === 'batch_cancellations' ? 'batch_id = batch_id' : 'id = id'}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(deps.db.query(sql), sql).rejects.toThrow(/names no actor/)
    }
    expect((await deps.db.query(`select 1 from ${table}`)).rowCount, table).toBeGreaterThan(0)
  }
})

test('only the system truncates an audited table [SEC-094]', async () => {
  const { deps, db } = await createTestApp()
  await sellCourse(db)
  const meera: Staff = { kind: 'staff', id: 7, role: 'owner' }
  for (const table of [...guarded, ...shared]) {
    const sql = `truncate ${table} cascade`
    for (const actor of [meera, operator])
      await expect(
        transactionAs(deps, actor, (tx) => tx.query(sql)),
        sql,
      ).rejects.toThrow(/only the system may truncate it/)
    if (shared.includes(table)) await expect(deps.db.query(sql), sql).rejects.toThrow(/only the system may truncate it/)
  }
  expect((await db.query('select 1 from courses')).rowCount).toBe(1)
  await transactionAs(deps, system, (tx) => tx.query('truncate courses cascade'))
  expect((await db.query('select 1 from courses')).rowCount).toBe(0)
})

test('a table that a later migration audits rejects a truncate [SEC-094]', async () => {
  const { deps, db } = await createTestApp()
  await db.query(`create table visits (id int primary key)`)
  await db.query(`select audit_table('visits', 'id', '')`)
  await expect(transactionAs(deps, operator, (tx) => tx.query('truncate visits'))).rejects.toThrow(
    /only the system may truncate it/,
  )
})

test('rejects an unknown kind of actor [SEC-096]', async () => {
  const { db } = await createTestApp()
  await sellCourse(db)
  const client = await db.connect()
  try {
    await client.query('begin')
    await client.query(`set local app.actor_kind = 'student'`)
    await expect(client.query(`update courses set title = 'Mine'`)).rejects.toThrow(/names no actor/)
    await client.query('rollback')
  } finally {
    client.release()
  }
})
