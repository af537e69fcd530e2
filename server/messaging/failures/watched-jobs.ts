/** SQL that is true for jobs whose failure staff see and try again. Jobs by the clock run again soon in any case. */
export const watchedJobs = `name in ('send-refund', 'cancel-batch', 'reconcile-ledger', 'read-settlements')`
