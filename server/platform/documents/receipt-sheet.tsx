import { dayOf, plainDayOf, rupeesOf, timeOf } from '#server/platform/text/format.ts'
import { BilledTo } from './billed-to.tsx'
import type { PriceLine } from '#contract/money/price.ts'
import { ItemTable } from './item-table.tsx'
import { calendarDayOf, offlineText } from './offline-text.ts'
import { Notes } from './parts.tsx'
import type { NumberedDocument, PrintedReceipt } from './printed.ts'
import { Sheet } from './sheet.tsx'
import { stateText } from './state-text.ts'

/** A tax invoice with the fields of rule 46 when the school has a GSTIN, otherwise a plain receipt without a tax word. */
export function ReceiptSheet({ document }: { document: Extract<NumberedDocument, { kind: 'receipt' }> }) {
  const { printed, serial, issued_at: issuedAt } = document
  return (
    <Sheet
      document={document}
      title={printed.tax ? 'Tax invoice and receipt' : 'Payment receipt'}
      lead={`Received with thanks on ${printed.offline ? calendarDayOf(printed.offline.received_on) : `${dayOf(printed.paid_at)}, ${timeOf(printed.paid_at)}`}.`}
      numbers={[
        [printed.tax ? 'Invoice number' : 'Receipt number', serial],
        ['Date', plainDayOf(issuedAt)],
        ...(printed.tax && printed.place_of_supply
          ? ([['Place of supply', stateText(printed.place_of_supply)]] as [string, string][])
          : []),
      ]}
    >
      <BilledTo
        printed={printed}
        title="Payment"
        facts={[
          ['Payment ID', printed.payment_id],
          ...paidBy(printed),
          ...(printed.tax ? ([['Reverse charge', 'No']] as [string, string][]) : []),
        ]}
      />
      <ItemTable printed={printed} lines={priceLines(printed)} total="Total paid" />
      <Notes
        lines={
          printed.tax
            ? [
                'List price, discount and amount include tax. Each tax is rounded to the nearest paisa; the taxable value is the rest.',
              ]
            : []
        }
      />
    </Sheet>
  )
}

function paidBy({ offline, paid_at: paidAt }: PrintedReceipt): [label: string, value: string][] {
  if (!offline) return [['Paid on', `${plainDayOf(paidAt)}, ${timeOf(paidAt)}`]]
  return [
    ['Paid by', offlineText(offline)],
    ['Received on', calendarDayOf(offline.received_on)],
  ]
}

const lineOf = ({ label, paise }: PriceLine): [string, string] => [label, `${paise < 0 ? '− ' : ''}${rupeesOf(Math.abs(paise))}`]

/** "Part 2 of 3", or "Parts 2 to 3 of 3". */
const partText = ({ first, last, of }: NonNullable<PrintedReceipt['part']>) =>
  first === last ? `Part ${first} of ${of}` : `Parts ${first} to ${last} of ${of}`

function priceLines({ price, part }: PrintedReceipt): [label: string, value: string][] {
  if (part)
    return [
      ...part.lines.filter(({ kind }) => kind !== 'total').map(lineOf),
      ['Total fee', rupeesOf(part.total_paise)],
      [partText(part), ''],
    ]
  if (!price || price.discount_paise === 0) return price ? [['List price', rupeesOf(price.list_paise)]] : []
  if (price.discounts) {
    return [['List price', rupeesOf(price.list_paise)], ...price.discounts.map(lineOf)]
  }
  return [
    ['List price', rupeesOf(price.list_paise)],
    [price.discount_text ? `Discount ${price.discount_text}` : 'Discount', `− ${rupeesOf(price.discount_paise)}`],
  ]
}
