import type { RefundNoteKind } from '#contract/money/payments.ts'
import { refundTime } from '#contract/rules.ts'
import { plainDayOf } from '#server/platform/text/format.ts'
import { BilledTo } from './billed-to.tsx'
import { ItemTable } from './item-table.tsx'
import { calendarDayOf, offlineText } from './offline-text.ts'
import { Notes } from './parts.tsx'
import type { NumberedDocument, PrintedNote } from './printed.ts'
import { Sheet } from './sheet.tsx'
import { stateText } from './state-text.ts'

const titles = {
  credit_note: 'Credit note',
  financial_credit_note: 'Financial credit note',
  refund_note: 'Refund note',
} as const satisfies Record<RefundNoteKind, string>

/** What answers a refund: a credit note for a tax invoice (rule 53), or a plain note without a tax word. */
export function NoteSheet({ document }: { document: Extract<NumberedDocument, { kind: 'note' }> }) {
  const { printed, note, serial, issued_at: issuedAt } = document
  return (
    <Sheet
      document={document}
      title={titles[note]}
      lead={leadOf(note, printed)}
      numbers={[
        ['Number', serial],
        ['Date', plainDayOf(issuedAt)],
        ...(note === 'credit_note' && printed.place_of_supply
          ? ([['Place of supply', stateText(printed.place_of_supply)]] as [string, string][])
          : []),
      ]}
    >
      <BilledTo
        printed={printed}
        title="Refund"
        facts={[
          ['Reason', printed.reason],
          ['Refund ID', printed.refund_id],
          ['Payment ID', printed.payment_id],
          ...(note === 'credit_note' ? ([['Reverse charge', 'No']] as [string, string][]) : []),
        ]}
      />
      <ItemTable printed={printed} lines={[]} total={note === 'refund_note' ? 'Total refunded' : 'Total credited'} />
      <Notes
        lines={[
          printed.paid_back
            ? `The money was paid back on ${calendarDayOf(printed.paid_back.paid_on)}: ${offlineText(printed.paid_back)}.`
            : `The money went back to the source of the payment. It can take ${refundTime} to show there.`,
          ...(note === 'financial_credit_note'
            ? ['No tax is adjusted: this note is dated after 30 November following the financial year of the invoice.']
            : []),
        ]}
      />
    </Sheet>
  )
}

function leadOf(note: RefundNoteKind, { receipt }: PrintedNote): string {
  if (!receipt) return 'Refund of a payment for which no receipt was issued.'
  return `Against ${note === 'refund_note' ? 'receipt' : 'tax invoice'} ${receipt.serial} of ${plainDayOf(receipt.issued_at)}.`
}
