import { refundTime } from '#contract/rules.ts'
import { plainDayOf } from '#server/platform/text/format.ts'
import { Amount, Notes, Parties, taxNotes } from './parts.tsx'
import type { NumberedDocument } from './printed.ts'
import { Sheet } from './sheet.tsx'

/** A refund voucher that an earlier version issued, with the receipt it refers to. */
export function VoucherSheet({ document }: { document: Extract<NumberedDocument, { kind: 'voucher' }> }) {
  const { printed, serial, issued_at: issuedAt } = document
  return (
    <Sheet
      document={document}
      earlier
      title="Refund voucher"
      lead={
        printed.receipt
          ? `Refund against receipt ${printed.receipt.serial} of ${plainDayOf(printed.receipt.issued_at)}.`
          : 'Refund of a payment for which no receipt was issued.'
      }
      numbers={[
        ['Voucher number', serial],
        ['Date', plainDayOf(issuedAt)],
        ['Refund ID', printed.refund_id],
      ]}
    >
      <Parties student={printed.student} sold={printed.sold} />
      <Amount name="Total refunded" paise={printed.amount_paise} tax={printed.tax} />
      <Notes
        lines={[
          `Sent back to the source of payment ${printed.payment_id}. It can take ${refundTime} to show there.`,
          ...taxNotes(printed.tax),
        ]}
      />
    </Sheet>
  )
}
