import { dayOf, plainDayOf, timeOf } from '#server/platform/text/format.ts'
import { Amount, Notes, Parties, taxNotes } from './parts.tsx'
import type { NumberedDocument } from './printed.ts'
import { Sheet } from './sheet.tsx'

/** A receipt that an earlier version issued, as it was: without place of supply and list price. */
export function EarlierReceiptSheet({ document }: { document: Extract<NumberedDocument, { kind: 'receipt' }> }) {
  const { printed, serial, issued_at: issuedAt } = document
  return (
    <Sheet
      document={document}
      earlier
      title={printed.tax ? 'Tax invoice and receipt' : 'Payment receipt'}
      lead={`Received with thanks on ${dayOf(printed.paid_at)}, ${timeOf(printed.paid_at)}.`}
      numbers={[
        [printed.tax ? 'Invoice number' : 'Receipt number', serial],
        ['Date', plainDayOf(issuedAt)],
        ['Payment ID', printed.payment_id],
      ]}
    >
      <Parties student={printed.student} sold={printed.sold} />
      <Amount name="Total paid" paise={printed.amount_paise} tax={printed.tax} />
      <Notes lines={taxNotes(printed.tax)} />
    </Sheet>
  )
}
