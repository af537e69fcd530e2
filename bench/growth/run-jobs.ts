import { system } from '#server/platform/auth/principal.ts'
import { checkPatterns } from '#server/classes/batches/check-patterns.ts'
import { issueDueCertificates } from '#server/learning/certificates/issue-due-certificates.ts'
import { updateClassrooms } from '#server/classes/classroom/update-classrooms.ts'
import type { Deps } from '#server/deps.ts'
import { notifyAbsent } from '#server/classes/attendance/notify-absent.ts'
import { checkFigures } from '#server/desk/figures/check-figures.ts'
import { GatewayError } from '#server/money/provider/gateway.ts'
import { processWebhooks } from '#server/money/settlement/process-webhooks.ts'
import { reconcileLedger } from '#server/money/settlement/reconcile-ledger.ts'
import { reconcile } from '#server/money/settlement/reconcile.ts'
import { remindOfMissingRecordings } from '#server/classes/recordings/remind-of-missing-recordings.ts'
import { remindOfClasses } from '#server/classes/reminders/remind.ts'
import { sweep } from '#server/features.ts'
import { tellGuests } from '#server/classes/trials/tell-guests.ts'
import { tellWaitingWork } from '#server/learning/work/tell-waiting-work.ts'

/** Runs every job that runs by the clock, with a provider that has nothing to report. */
export async function runJobs(given: Deps): Promise<void> {
  const deps: Deps = {
    ...given,
    gateway: {
      ...given.gateway,
      listPaymentsOfOrder: async () => [],
      listPayments: async () => [],
      listRefunds: async () => [],
      fetchPayment: () =>
        Promise.reject(new GatewayError('unknown payment', { retryable: false, uncertain: false, status: 404 })),
      fetchRefund: () => Promise.reject(new GatewayError('unknown refund', { retryable: false, uncertain: false, status: 404 })),
    },
  }
  await sweep(deps, system)
  await processWebhooks(deps, system)
  await remindOfClasses(deps, system)
  await tellGuests(deps, system)
  await notifyAbsent(deps, system)
  await issueDueCertificates(deps, system)
  await tellWaitingWork(deps, system)
  await remindOfMissingRecordings(deps, system)
  await updateClassrooms(deps, system)
  await checkPatterns(deps, system)
  await reconcile(deps, system)
  await reconcileLedger(deps, system)
  await checkFigures(deps, system)
}
