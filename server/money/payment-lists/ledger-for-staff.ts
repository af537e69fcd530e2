import type { StaffLedger } from '#contract/money/staff/review.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { writeAct } from '#server/platform/audit/write-act.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { withoutJob } from '#server/platform/jobs/without-job.ts'
import { ledgerProblems, readLedger } from '#server/money/settlement/read-ledger.ts'
import { reconcileLedgerJob } from '#server/money/settlement/jobs.ts'

const comparisonQueued = statement('comparison_queued', `select 1 where not ${withoutJob(reconcileLedgerJob)}`)
// Two people who press at once queue one comparison.
const lockComparison = statement('lock_comparison', `select pg_advisory_xact_lock(hashtextextended('reconcile-ledger', 74))`)

/** Returns the ledger with the result of its last comparison with the provider. */
export async function readLedgerForStaff(deps: Deps, staff: Staff): Promise<StaffLedger> {
  const ledger = await readLedger(deps, staff)
  const problems = ledgerProblems(ledger)
  const isComparing = (await row(deps.db, comparisonQueued)) !== undefined
  return {
    ...ledger,
    balances: problems.length === 0,
    problems,
    compared_at: ledger.compared_at?.toISOString() ?? null,
    is_comparing: isComparing,
  }
}

/** Queues the nightly comparison with the provider now, once. */
export async function compareLedger(deps: Deps, staff: Staff): Promise<StaffLedger> {
  await staffTransaction(deps, staff, async (tx) => {
    await row(tx, lockComparison)
    if (await row(tx, comparisonQueued)) return
    await deps.jobs.send(tx, reconcileLedgerJob, {})
    await writeAct(tx, 'ledger_compared', 'ledger')
  })
  return readLedgerForStaff(deps, staff)
}
