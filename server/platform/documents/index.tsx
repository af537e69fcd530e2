import { renderToBuffer } from '@react-pdf/renderer'
import { printableText } from '#server/platform/fonts/fonts.ts'
import './draw-glyphs.ts'
import { loadFonts } from './fonts.ts'
import { type PrintedDocument, printedDocument } from './printed.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import { EarlierReceiptSheet } from './earlier-receipt-sheet.tsx'
import { NoteSheet } from './note-sheet.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { VoucherSheet } from './voucher-sheet.tsx'

/** @throws ZodError for an invalid document */
export async function drawDocument(given: unknown): Promise<Uint8Array> {
  const document = printedDocument.parse(withPrintableTexts(given))
  await loadFonts()
  return renderToBuffer(sheetOf(document))
}

function withPrintableTexts(value: unknown): unknown {
  if (typeof value === 'string') return printableText(value)
  if (Array.isArray(value)) return value.map(withPrintableTexts)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPrintableTexts(inner)]))
}

function sheetOf(document: PrintedDocument) {
  if (document.kind === 'certificate') return CertificateSheet({ document })
  if (document.kind === 'note') return NoteSheet({ document })
  if (document.kind === 'receipt') return document.printed.price ? ReceiptSheet({ document }) : EarlierReceiptSheet({ document })
  return VoucherSheet({ document })
}
