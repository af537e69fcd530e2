import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { findDecidedBatch } from './find-decided-batch.ts'
import { issueCertificate } from './issue-certificate.ts'

const hasCertificate = statement(
  'has_certificate',
  `select 1 from certificates where user_id = $1 and batch_id = $2 and revoked_at is null`,
)

/**
 * Issues certificates to the chosen students of a batch, each in a transaction of its own: a second run issues only what is
 * missing.
 * @throws HttpError 404; 409 when the batch has not finished, or the rule and not the instructor decides
 */
export async function issueForBatch(
  deps: Pick<Deps, 'db' | 'config' | 'jobs'>,
  staff: Staff,
  { id, students }: { id: number; students: readonly number[] },
): Promise<{ issued: number; already: number; refused: number[] }> {
  const batch = await findDecidedBatch(deps.db, staff, id)
  if (!batch.may_issue) throw conflict('rule_decides', 'The rule of this course decides. The office issues its certificates.')
  if (!batch.finished) throw conflict('not_finished', 'Certificates can be issued when the last class is over.')
  const outcome = { issued: 0, already: 0, refused: [] as number[] }
  for (const userId of students) {
    const issued = await staffTransaction(deps, staff, (tx) =>
      issueCertificate(deps, tx, { userId, batchId: id, staffId: staff.id }),
    )
    if (issued) outcome.issued += 1
    else if (await row(deps.db, hasCertificate, [userId, id])) outcome.already += 1
    else outcome.refused.push(userId)
  }
  return outcome
}
