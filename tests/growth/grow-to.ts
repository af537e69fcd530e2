import type pg from 'pg'
import { fillings } from '../../bench/growth/tables.ts'
import type { School } from './read-plan.ts'

/** Tables that stay small in a school of any size. The planner may read them in whole. */
const small = new Set([
  'app_clock',
  'certificate_keys',
  'class_tickets',
  'classroom_engines',
  'closed_months',
  'code_reviews',
  'companies',
  'figure_changes',
  'figure_checks',
  'holidays',
  'import_mappings',
  'instructors',
  'media_removals',
  'policy_versions',
  'projects',
  'receipt_counters',
  'recording_clips',
  'recording_file_removals',
  'recording_upload_writers',
  'recording_uploads',
  'refund_note_counters',
  'refund_voucher_counters',
  'reply_templates',
  'arrivals',
  'backups',
  'disk_days',
  'restores',
  'schema_migrations',
  'school_opening',
  'settlement_progress',
  'setup_links',
  'site_settings',
  'starter_sets',
  'staff',
  'staff_challenges',
  'staff_code_guesses',
  'staff_code_sends',
  'staff_codes',
  'staff_devices',
  'staff_factor_tries',
  'staff_invitations',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_refresh_tokens',
  'staff_sessions',
  'staff_totp',
  'staff_totp_offers',
  'student_imports',
  'submission_file_removals',
  'sweep_progress',
  'testimonials',
  'unmatched_payments',
  'utility_items',
  'waiting_documents',
  // The payments of the last days.
  'unsettled_payments',
])

/**
 * Sets the statistics of a filled school as if it had `times` its rows, and returns the tables that grow. The planner reads the
 * pages of a table from its file, so the rows for each page are raised instead.
 */
export async function growTo(client: pg.ClientBase, times: number): Promise<School> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const growing = new Set(tables.map(({ name }) => name).filter((name) => !small.has(name)))
  const filled = fillings.map(({ table }) => table)
  await client.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages, 'reltuples', (reltuples * $2)::real)
     from pg_class where relname = any ($1) and reltuples > 0`,
    [filled, times],
  )
  // A column with few values in the sample, such as the batch of an order, has more of them in a larger school.
  await client.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', c.relname::text, 'attname', a.attname::text, 'inherited', false,
       'null_frac', s.stanullfrac, 'avg_width', s.stawidth, 'n_distinct', (-s.stadistinct / (c.reltuples / $2))::real)
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
     join pg_statistic s on s.starelid = f.conrelid and s.staattnum = a.attnum join pg_class t on t.oid = f.confrelid
     where f.contype = 'f' and cardinality(f.conkey) = 1 and s.stadistinct > 0 and c.relname = any ($1) and t.relname = any ($1)`,
    [filled, times],
  )
  const { rows: indexes } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where indpred is not null and indrelid::regclass::text = any ($1)`,
    [[...growing]],
  )
  return { growing, partial: new Set(indexes.map(({ name }) => name)) }
}
