import type { Staff } from '#server/platform/auth/principal.ts'
import { one, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { staffTransaction } from './staff-transaction.ts'

/** A list that leaves the console as a file. */
export interface ListExport {
  list: string
  filter: Readonly<Record<string, unknown>>
  /** Lines of the file without its head. Null when a long file is sent, whose lines are counted as they leave. */
  rows: number | null
}

const insertListExport = statement<{ id: number }>(
  'insert_list_export',
  `insert into list_exports (list, filter, rows, created_at) values ($1, $2, $3, app_now()) returning id`,
)
const correctListExport = statement(
  'correct_list_export',
  `update list_exports set rows = $2, broke_off = $3 where id = $1 and (rows, broke_off) is distinct from ($2, $3)`,
)

/**
 * Writes to the audit log who takes which list. Call it before the first line leaves: without the entry there is no file.
 * @returns the id of the export
 */
export async function logExport(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { list, filter, rows: count }: ListExport,
): Promise<number> {
  // People search by names and addresses, and an erasure does not change the log.
  const asked = 'q' in filter ? { ...filter, q: 'masked' } : filter
  return staffTransaction(deps, staff, async (tx) => (await one(tx, insertListExport, [list, JSON.stringify(asked), count])).id)
}

/** Writes the number of lines of a long file, or corrects it when a file broke off or the list changed while it was sent. */
export async function correctExport(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  sent: { id: number; rows: number; brokeOff: boolean },
): Promise<void> {
  await staffTransaction(deps, staff, (tx) => rows(tx, correctListExport, [sent.id, sent.rows, sent.brokeOff]))
}
