import type { OfflinePaymentRecord } from '#contract/money/staff/offline-payments.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { conflict, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { offlinePaymentRecords } from './offline-payment-records.ts'
import { lockOfflinePayment, type OfflineDeps, settleOffline } from './settle-offline.ts'

const setBounced = statement('set_bounced', `update offline_payments set state = 'bounced' where id = $1`)

/**
 * Records that the bank has paid a cheque. The student is enrolled. When there is no place any more, the money is due to go
 * back, because the school has it now.
 * @throws HttpError 404, 409 unless it is at the bank; StaleVersion
 */
export async function clearCheque(
  deps: OfflineDeps & Pick<Deps, 'db'>,
  staff: Staff,
  target: Target,
): Promise<OfflinePaymentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    // The batch is locked before the cheque, as for every sale.
    await lockBatch(tx, (await offlinePaymentRecords.find(tx, target.id)).batch_id)
    const sale = await lockOfflinePayment(tx, target.id)
    await assertAtBank(tx, target)
    await settleOffline(deps, tx, sale)
    return offlinePaymentRecords.find(tx, target.id)
  })
}

/** Records that the bank has returned a cheque. @throws HttpError 404, 409 unless it is at the bank; StaleVersion */
export async function bounceCheque(deps: Pick<Deps, 'db'>, staff: Staff, target: Target): Promise<OfflinePaymentRecord> {
  return staffTransaction(deps, staff, async (tx) => {
    await lockOfflinePayment(tx, target.id)
    await assertAtBank(tx, target)
    await rows(tx, setBounced, [target.id])
    return offlinePaymentRecords.find(tx, target.id)
  })
}

async function assertAtBank(tx: Queryable, { id, versions }: Target): Promise<void> {
  const current = await offlinePaymentRecords.find(tx, id)
  if (!versions.includes(current.version)) throw new StaleVersion(current)
  if (current.state !== 'received') throw conflict('not_at_bank', 'This is not a cheque at the bank.')
}
