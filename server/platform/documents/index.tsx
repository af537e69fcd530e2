import { renderToBuffer } from '@react-pdf/renderer'
import { printableText } from '#server/platform/fonts/fonts.ts'
import './draw-glyphs.ts'
import type { BrandLook } from '#server/platform/settings/brand-look.ts'
import { loadFonts } from './fonts.ts'
import { Look } from './look.ts'
import { type PrintedDocument, printedDocument } from './printed.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import { EarlierReceiptSheet } from './earlier-receipt-sheet.tsx'
import { NoteSheet } from './note-sheet.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { VoucherSheet } from './voucher-sheet.tsx'

/** @throws ZodError for an invalid document */
export async function drawDocument(given: unknown, look?: BrandLook): Promise<Uint8Array> {
  const document = printedDocument.parse(withPrintableTexts(given))
  await loadFonts()
  const sheet = sheetOf(document)
  return renderToBuffer(look ? <Look value={look}>{sheet}</Look> : sheet)
}

function withPrintableTexts(value: unknown): unknown {
  if (typeof value === 'string') return printableText(value)
  if (Array.isArray(value)) return value.map(withPrintableTexts)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPrintableTexts(inner)]))
}

function sheetOf(document: PrintedDocument) {
  if (document.kind === 'certificate') return <CertificateSheet document={document} />
  if (document.kind === 'note') return <NoteSheet document={document} />
  if (document.kind === 'receipt')
    return document.printed.price ? <ReceiptSheet document={document} /> : <EarlierReceiptSheet document={document} />
  return <VoucherSheet document={document} />
}
