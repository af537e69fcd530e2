import { one, type Queryable, row, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import type { PrintedVoucher } from '../../documents/printed.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { describeSale } from './describe-sale.ts'
import { printedOfReceipt } from './find-document.ts'
import { countedIn, type SerialNumber, serialOf } from './series.ts'
import { splitReturnedTax } from './split-tax.ts'

interface Refunded {
  payment_id: number
  amount_paise: number
  provider_refund_id: string
  ends_access: boolean
  /** Paise of this payment that earlier vouchers cover. */
  before_paise: number
}

const refundForVoucher = statement<Refunded>(
  'refund_for_voucher',
  `select r.payment_id, r.amount_paise, r.provider_refund_id, r.ends_access,
     (select coalesce(sum(e.amount_paise), 0)::bigint from refunds e join refund_vouchers v on v.refund_id = e.id
      where e.payment_id = r.payment_id) as before_paise
   from refunds r where r.id = $1`,
)
const receiptOfPayment = statement<SerialNumber & { id: number; issued_at: Date }>(
  'receipt_of_payment',
  `select id, financial_year, number, issued_at from receipts where payment_id = $1`,
)
const nextVoucher = statement<SerialNumber & { id: number }>(
  'next_voucher',
  `with ${countedIn('voucher')}
   insert into refund_vouchers (refund_id, financial_year, number, issued_at, printed)
   select $1, financial_year, number, app_now(), $2 from counted
   returning id, financial_year, number`,
)

/** Stores the voucher of a processed full or partial refund and queues its mail. The caller holds the payment's lock. */
export async function issueVoucher(deps: Deps, tx: Queryable, refundId: number): Promise<void> {
  const refund = await one(tx, refundForVoucher, [refundId])
  const receipt = await row(tx, receiptOfPayment, [refund.payment_id])
  const { paid_at: _, ...now } = await describeSale(tx, refund.payment_id)
  // Student, course and tax are those of the receipt; the supplier is the current one.
  const sold = receipt && (await printedOfReceipt(tx, receipt.id))
  const tax = sold?.tax
    ? splitReturnedTax(sold.tax, { beforePaise: refund.before_paise, amountPaise: refund.amount_paise })
    : null
  const printed: PrintedVoucher = {
    ...now,
    ...(sold ? { student: sold.student, sold: sold.sold } : {}),
    amount_paise: refund.amount_paise,
    tax,
    refund_id: refund.provider_refund_id,
    receipt: receipt ? { serial: serialOf('receipt', receipt), issued_at: receipt.issued_at.toISOString() } : null,
  }
  const voucher = await one(tx, nextVoucher, [refundId, JSON.stringify(printed)])
  await queueMail(
    deps,
    tx,
    {
      template: 'refund',
      to: now.student.email,
      props: {
        name: now.student.name,
        serial: serialOf('voucher', voucher),
        courseTitle: printed.sold.course_title,
        amountPaise: refund.amount_paise,
        paymentId: printed.payment_id,
        receiptSerial: printed.receipt?.serial ?? null,
        endsAccess: refund.ends_access,
        voucherId: voucher.id,
      },
    },
    { cause: `refund-voucher-${refundId}` },
  )
}
