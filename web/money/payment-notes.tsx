import { DownloadButton } from './download-button.tsx'
import type { PaymentRow } from './read-payments.ts'
import { describeRefund } from './describe-refund.ts'
import { describeRequest, describeTarget } from './describe-request.ts'

type Noted = Pick<PaymentRow, 'receipt' | 'refunds' | 'request'>

export function Documents({ payment }: { payment: Noted }) {
  const notes = payment.refunds.flatMap((refund) => (refund.note ? [refund.note] : []))
  const vouchers = payment.refunds.flatMap((refund) => (refund.voucher ? [refund.voucher] : []))
  if (!payment.receipt && vouchers.length === 0 && notes.length === 0) return <span className="text-muted">–</span>
  return (
    <span className="flex flex-col items-start gap-1 max-[45rem]:items-end">
      {payment.receipt ? <DownloadButton kind="receipt" id={payment.receipt.id} serial={payment.receipt.serial} /> : null}
      {notes.map(({ id, serial, kind }) => (
        <DownloadButton key={serial} kind="note" note={kind} id={id} serial={serial} />
      ))}
      {vouchers.map((voucher) => (
        <DownloadButton key={voucher.id} kind="voucher" id={voucher.id} serial={voucher.serial} />
      ))}
    </span>
  )
}

/** The refunds and the latest request of a payment. */
export function PaymentNotes({ payment }: { payment: Noted }) {
  const { refunds, request } = payment
  return (
    <>
      {refunds.map((refund) => (
        <span key={refund.id} className={`mt-1 block text-xs ${refund.status === 'failed' ? 'text-bad' : 'text-muted'}`}>
          {describeRefund(refund)}
        </span>
      ))}
      {request && request.status !== 'withdrawn' ? (
        <span className="mt-1 block text-xs text-muted">
          {describeRequest(request)}
          {request.to_batch ? ` (to ${describeTarget(request)})` : ''}
          {request.answer ? `: “${request.answer}”` : ''}
        </span>
      ) : null}
    </>
  )
}
