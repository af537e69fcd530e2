import { renderToBuffer } from '@react-pdf/renderer'
import { type PrintedDocument, printedDocument } from './printed.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { VoucherSheet } from './voucher-sheet.tsx'

/** @throws ZodError for an invalid document */
export async function drawDocument(given: unknown): Promise<Uint8Array> {
  const document = printedDocument.parse(given)
  return renderToBuffer(sheetOf(document))
}

function sheetOf(document: PrintedDocument) {
  if (document.kind === 'receipt') return ReceiptSheet({ document })
  return VoucherSheet({ document })
}
