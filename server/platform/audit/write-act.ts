import { type Queryable, rows, statement } from '#server/platform/db/query.ts'

/** An act of staff that changes no audited row. */
export type StaffAct = 'mail_retried' | 'job_retried' | 'document_sent' | 'ledger_compared' | 'school_exported'

const insertStaffAct = statement(
  'insert_staff_act',
  `insert into staff_acts (act, subject, created_at) values ($1, $2, app_now())`,
)

/** Writes an act to the audit log, in the transaction that does it and that names the person. */
export async function writeAct(tx: Queryable, act: StaffAct, subject: string): Promise<void> {
  await rows(tx, insertStaffAct, [act, subject])
}
