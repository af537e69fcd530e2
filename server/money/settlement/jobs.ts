import { defineJob, nextRun } from '#server/platform/jobs/define-job.ts'

export const processWebhooksJob = defineJob('process-webhooks', nextRun)
export const reconcileJob = defineJob('reconcile', nextRun)
export const reconcileLedgerJob = defineJob('reconcile-ledger', { retryLimit: 10, retryDelay: 60, retryDelayMax: 3600 })
// A comparison of weeks with the provider takes minutes.
export const followRestoreJob = defineJob('follow-restore', { ...nextRun, expireInSeconds: 3600 })
