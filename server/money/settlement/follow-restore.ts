import type { System } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { issueWaitingDocuments } from '#server/money/invoicing/issue-waiting-documents.ts'
import { isUncompared } from '#server/money/payments/uncompared-restore.ts'
import { reconcileLedger } from './reconcile-ledger.ts'

const uncomparedRestore = statement<{ is_uncompared: boolean }>('uncompared_restore', `select ${isUncompared} as is_uncompared`)

/**
 * Continues after a restore: compares payments and refunds with the provider, which knows what the snapshot lacks, and issues
 * documents once the operator has answered. Runs every minute.
 */
export async function followRestore(deps: Deps, system: System): Promise<void> {
  await issueWaitingDocuments(deps, system)
  if ((await one(deps.db, uncomparedRestore)).is_uncompared) await reconcileLedger(deps, system)
}
