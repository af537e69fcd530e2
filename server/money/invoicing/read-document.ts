import type { Student } from '#server/platform/auth/principal.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { notFound, unavailable } from '#server/platform/errors/errors.ts'
import type { NumberedDocument } from '#server/platform/documents/printed.ts'
import { drawDocument, TooManyDrawings } from '#server/platform/documents/draw-document.ts'
import { readBrandLook } from '#server/platform/settings/brand-look.ts'
import { FileAnswer } from '#server/platform/http/file-answer.ts'
import { type DocumentId, findDocument } from './find-document.ts'

const ownReceipt = statement(
  'own_receipt',
  `select 1 from receipts d join payments p on p.id = d.payment_id join payment_orders o on o.id = p.order_id
   where d.id = $1 and o.user_id = $2`,
)
const ownNote = statement(
  'own_note',
  `select 1 from refund_notes d join refunds r on r.id = d.refund_id join payments p on p.id = r.payment_id
   join payment_orders o on o.id = p.order_id
   where d.id = $1 and o.user_id = $2`,
)
const ownVoucher = statement(
  'own_voucher',
  `select 1 from refund_vouchers d join refunds r on r.id = d.refund_id join payments p on p.id = r.payment_id
   join payment_orders o on o.id = p.order_id
   where d.id = $1 and o.user_id = $2`,
)

const kinds = {
  receipt: { own: ownReceipt, missing: 'Receipt not found.' },
  note: { own: ownNote, missing: 'Refund note not found.' },
  voucher: { own: ownVoucher, missing: 'Voucher not found.' },
}

/**
 * Returns a student's own document as a PDF.
 * @throws HttpError 404 when it is unknown or another student's, 503 when it can't be drawn
 */
export async function readDocument(deps: Deps, student: Student, id: DocumentId): Promise<FileAnswer> {
  const isOwn = await row(deps.db, kinds[id.kind].own, [id.id, student.id])
  const document = isOwn ? await findDocument(deps, id) : undefined
  if (!document) throw notFound(kinds[id.kind].missing)
  return drawFound(deps, document)
}

/** Draws a document as a PDF. @throws HttpError 503 when it can't be drawn */
export async function drawFound(deps: Pick<Deps, 'db' | 'files' | 'log'>, document: NumberedDocument): Promise<FileAnswer> {
  try {
    const look = await readBrandLook(deps, document.printed.brand)
    return new FileAnswer(await drawDocument(document, look), { attachment: filenameOf(document) })
  } catch (error) {
    if (!(error instanceof TooManyDrawings))
      deps.log.error({ err: error, document: document.serial }, 'a document could not be drawn')
    throw unavailable('The PDF could not be made right now. Please try again in a moment.')
  }
}

const titles = {
  receipt: 'Receipt',
  voucher: 'Refund-voucher',
  credit_note: 'Credit-note',
  financial_credit_note: 'Financial-credit-note',
  refund_note: 'Refund-note',
} as const

/** Contains only letters, digits and hyphens, which are safe in a header and in every file system. */
export function filenameOf(document: NumberedDocument): string {
  return `${titles[document.kind === 'note' ? document.note : document.kind]}-${document.serial.replaceAll(/[^A-Za-z0-9]+/g, '-')}.pdf`
}
