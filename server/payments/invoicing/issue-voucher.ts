import { one, type Queryable, row, statement } from '../../db/query.ts'
import type { Deps } from '../../deps.ts'
import type { PrintedVoucher } from '../../documents/printed.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { describeSale } from './describe-sale.ts'
import { printedOfReceipt } from './find-document.ts'
import { serialOf } from './serial.ts'
import { splitReturnedTax } from './split-tax.ts'

interface Refunded {
  payment_id: number
  amount_paise: number
  provider_refund_id: string
  ends_access: boolean
  /** Paise of this payment that earlier vouchers took back. */
  before_paise: number
}

const refundForVoucher = statement<Refunded>(
  'refund_for_voucher',
  `select r.payment_id, r.amount_paise, r.provider_refund_id, r.ends_access,
     (select coalesce(sum(e.amount_paise), 0)::bigint from refunds e join refund_vouchers v on v.refund_id = e.id
      where e.payment_id = r.payment_id) as before_paise
   from refunds r where r.id = $1`,
)
const receiptOfPayment = statement<{ id: number; financial_year: number; number: number; issued_at: Date }>(
  'receipt_of_payment',
  `select id, financial_year, number, issued_at from receipts where payment_id = $1`,
)
// Counted as the receipts are: the last lock, held until the voucher commits.
const nextVoucher = statement<{ id: number; financial_year: number; number: number }>(
  'next_voucher',
  `with now_ist as (select app_now() at time zone 'Asia/Kolkata' as t),
   year as (select extract(year from t - interval '3 months')::int as y from now_ist),
   counted as (
     insert into refund_voucher_counters as c (financial_year, last_number) select y, 1 from year
     on conflict (financial_year) do update set last_number = c.last_number + 1
     returning financial_year, last_number
   )
   insert into refund_vouchers (refund_id, financial_year, number, issued_at, printed)
   select $1, financial_year, last_number, app_now(), $2 from counted
   returning id, financial_year, number`,
)

/** The voucher of a refund that has been processed, whole or in part, and its mail. The caller holds the payment's lock. */
export async function issueVoucher(deps: Deps, tx: Queryable, refundId: number): Promise<void> {
  const refund = await one(tx, refundForVoucher, [refundId])
  const receipt = await row(tx, receiptOfPayment, [refund.payment_id])
  const { paid_at: _, ...now } = await describeSale(tx, refund.payment_id)
  // What went back is what was sold: student, course and tax are those of the receipt, the supplier is who it is today.
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
    receipt: receipt
      ? { serial: serialOf('receipt', receipt.financial_year, receipt.number), issued_at: receipt.issued_at.toISOString() }
      : null,
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
        serial: serialOf('voucher', voucher.financial_year, voucher.number),
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
