import type { Deps } from '../../deps.ts'
import { type DocumentId, findDocument } from './find-document.ts'
import { filenameOf } from './read-document.ts'
import { drawDocument } from '../../documents/draw-document.ts'
import type { Attachment } from '../../mail/smtp.ts'

/** Returns the document that a mail's props name by `receiptId` or `voucherId`. */
function documentOf(props: Record<string, unknown>): DocumentId | undefined {
  const { receiptId, voucherId } = props as { receiptId?: number; voucherId?: number }
  if (typeof receiptId === 'number') return { kind: 'receipt', id: receiptId }
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
  const filename = filenameOf(id.kind, document.serial)
  return [{ filename, contentType: 'application/pdf', content: await drawDocument(document) }]
}
