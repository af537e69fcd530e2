import { createHash } from 'node:crypto'
import type { OfflineMethod } from '#contract/money/staff/approvals.ts'
import { approveAct } from '#server/money/approvals/decide-approval.ts'
import { takeOfflinePayment } from '#server/money/approvals/money-acts.ts'
import { bounceCheque, clearCheque } from '#server/money/offline/cheques.ts'
import { offlinePaymentRecords } from '#server/money/offline/offline-payment-records.ts'
import type { Past, PlannedEnrolment } from './past.ts'

const banks = ['HDFC', 'SBI', 'ICICI', 'AXIS', 'KOTAK']

/** Twelve digits that depend on a text alone. */
const digitsOf = (text: string): string =>
  String(BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 12)}`))
    .padStart(12, '4')
    .slice(0, 12)

function referenceOf(method: OfflineMethod, { email, batch_id: batch }: PlannedEnrolment): string {
  const digits = digitsOf(`${email}/${batch}`)
  if (method === 'cheque') return `${banks[Number(digits[0]) % banks.length]} ${digits.slice(0, 6)}`
  if (method === 'cash') return `Cash book ${Number(digits.slice(0, 3))}`
  return method === 'upi' ? digits : `NEFT ${digits}`
}

/** The day in India. */
const dayOf = (at: Date): string => new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 10)

export const keyOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The office records money that a student brought. What passes the limit of one person is approved by the owner, unless it waits. */
export async function takeAtDesk(
  { deps, staff }: Past,
  enrolment: PlannedEnrolment,
  method: OfflineMethod,
  given: { waits?: boolean } = {},
): Promise<number> {
  const { user_id: student, batch_id: batch, amount_paise: amount, at, email } = enrolment
  const asked = await takeOfflinePayment(deps, staff.finance, {
    body: {
      key: keyOf(`${email}/${batch}/${method}`),
      student_id: student,
      new_student: null,
      batch_id: batch,
      method,
      reference: referenceOf(method, enrolment),
      amount_paise: amount,
      discount: null,
      received_on: dayOf(at),
      received_by: staff.support.id,
    },
  })
  if (asked.state === 'waiting' && !given.waits) await approveAct(deps, staff.owner, { id: asked.id, versions: [asked.version] })
  if (asked.offline_payment_id === null) throw new Error('the offline payment has no id')
  return asked.offline_payment_id
}

/** The bank pays a cheque, or returns it. */
export async function closeCheque({ deps, staff }: Past, id: number, how: 'clears' | 'bounces'): Promise<void> {
  const { version } = await offlinePaymentRecords.find(deps.db, id)
  await (how === 'clears' ? clearCheque : bounceCheque)(deps, staff.finance, { id, versions: [version] })
}
