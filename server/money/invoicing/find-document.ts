import { one, type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { RefundNoteKind } from '#contract/money/payments.ts'
import {
  type NumberedDocument,
  type PrintedReceipt,
  printedNote,
  printedReceipt,
  printedVoucher,
} from '#server/platform/documents/printed.ts'
import { describeSale } from './describe-sale.ts'
import { type SerialNumber, serialOf } from './series.ts'

interface Numbered extends SerialNumber {
  issued_at: Date
  printed: unknown
}

const receiptById = statement<Numbered & { payment_id: number }>(
  'receipt_by_id',
  `select payment_id, financial_year, number, issued_at, printed from receipts where id = $1`,
)
const noteById = statement<Numbered & { kind: RefundNoteKind }>(
  'note_by_id',
  `select kind, financial_year, number, issued_at, printed from refund_notes where id = $1`,
)
const voucherById = statement<Numbered>(
  'voucher_by_id',
  `select financial_year, number, issued_at, printed from refund_vouchers where id = $1`,
)
const savePrinted = statement('save_printed', `update receipts set printed = $2 where id = $1 and printed is null`)

export type DocumentId = { kind: 'receipt' | 'note' | 'voucher'; id: number }

/** Returns a document as it was issued; undefined when the id is unknown. */
export async function findDocument(deps: Pick<Deps, 'db'>, { kind, id }: DocumentId): Promise<NumberedDocument | undefined> {
  if (kind === 'note') return findNote(deps, id)
  const found = await row(deps.db, kind === 'receipt' ? receiptById : voucherById, [id])
  if (!found) return undefined
  const numbers = { serial: serialOf(kind, found), issued_at: found.issued_at.toISOString() }
  if (kind === 'voucher') return { kind, ...numbers, printed: printedVoucher.parse(found.printed) }
  return { kind, ...numbers, printed: await printedOfReceipt(deps.db, id) }
}

async function findNote(deps: Pick<Deps, 'db'>, id: number): Promise<NumberedDocument | undefined> {
  const found = await row(deps.db, noteById, [id])
  if (!found) return undefined
  return {
    kind: 'note',
    note: found.kind,
    serial: serialOf(found.kind, found),
    issued_at: found.issued_at.toISOString(),
    printed: printedNote.parse(found.printed),
  }
}

/** Returns the printed data of a receipt. An older receipt without it gets it stored once, at its first use. */
export async function printedOfReceipt(db: Queryable, receiptId: number): Promise<PrintedReceipt> {
  const found = await one(db, receiptById, [receiptId])
  if (found.printed !== null) return printedReceipt.parse(found.printed)
  await rows(db, savePrinted, [receiptId, JSON.stringify(await describeSale(db, found.payment_id))])
  return printedReceipt.parse((await one(db, receiptById, [receiptId])).printed)
}
