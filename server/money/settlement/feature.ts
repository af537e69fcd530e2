import { system } from '#server/platform/auth/principal.ts'
import { everyMinute, type Feature, workOnSchedule } from '#server/platform/features/define-feature.ts'
import { followRestore } from './follow-restore.ts'
import { followRestoreJob, processWebhooksJob, reconcileJob, reconcileLedgerJob } from './jobs.ts'
import { processWebhooks } from './process-webhooks.ts'
import { reconcileLedger } from './reconcile-ledger.ts'
import { reconcile } from './reconcile.ts'
import { sweepEvents } from './sweep-events.ts'

export const settlementFeature: Feature = {
  jobs: [
    workOnSchedule(everyMinute, processWebhooksJob, (deps) => processWebhooks(deps, system)),
    workOnSchedule(everyMinute, reconcileJob, (deps) => reconcile(deps, system)),
    workOnSchedule('0 2 * * *', reconcileLedgerJob, (deps) => reconcileLedger(deps, system)),
    workOnSchedule(everyMinute, followRestoreJob, (deps) => followRestore(deps, system)),
  ],
  sweep: sweepEvents,
}
