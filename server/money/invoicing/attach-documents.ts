import type { Deps } from '#server/deps.ts'
import { type DocumentId, findDocument } from './find-document.ts'
import { filenameOf } from './read-document.ts'
import { drawDocument } from '#server/platform/documents/draw-document.ts'
import { readBrandLook } from '#server/platform/settings/brand-look.ts'
import type { Attachment } from '#server/messaging/mail/smtp.ts'

/** Returns the document that a mail's props name by `receiptId`, `noteId` or `voucherId`. */
function documentOf(props: Record<string, unknown>): DocumentId | undefined {
  const { receiptId, noteId, voucherId } = props as { receiptId?: number; noteId?: number; voucherId?: number }
  if (typeof receiptId === 'number') return { kind: 'receipt', id: receiptId }
  if (typeof noteId === 'number') return { kind: 'note', id: noteId }
  return typeof voucherId === 'number' ? { kind: 'voucher', id: voucherId } : undefined
}

/**
 * Draws the documents that a mail names in its props.
 * @throws when drawing fails; the mail then waits for its next attempt
 */
export async function attachDocuments(deps: Deps, props: Record<string, unknown>): Promise<Attachment[]> {
  const id = documentOf(props)
  const document = id && (await findDocument(deps, id))
  if (!id || !document) return []
  const filename = filenameOf(document)
  const content = await drawDocument(document, await readBrandLook(deps, document.printed.brand))
  return [{ filename, contentType: 'application/pdf', content }]
}
