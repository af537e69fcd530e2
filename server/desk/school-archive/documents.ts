import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { printCertificateForStaff } from '#server/learning/certificates/printed-certificate.ts'
import { type DocumentId, findDocument } from '#server/money/invoicing/find-document.ts'
import { drawFound } from '#server/money/invoicing/read-document.ts'
import { serialSql } from '#server/money/invoicing/series.ts'
import type { FileAnswer } from '#server/platform/http/file-answer.ts'

export type DrawDeps = Pick<Deps, 'db' | 'files' | 'log'> & { config: Pick<Config, 'publicUrl'> }

/** A document that is drawn from rows. */
export type ArchivedDocument = (DocumentId | { kind: 'certificate'; id: number }) & { number: string }

/** Ids and numbers by kind. A kind that is missing here does not compile. */
const documents: Record<ArchivedDocument['kind'], string> = {
  receipt: `select d.id, ${serialSql('d', `'receipt'`)} as number from receipts d order by d.financial_year, d.number`,
  note: `select d.id, ${serialSql('d', 'd.kind')} as number from refund_notes d order by d.kind, d.financial_year, d.number`,
  voucher: `select d.id, ${serialSql('d', `'voucher'`)} as number from refund_vouchers d order by d.financial_year, d.number`,
  // An erased one names nobody and is not printed.
  certificate: 'select d.id, d.number from certificates d where d.holder is not null order by d.id',
}

/** Every document of the school, in the caller's transaction. */
export async function listDocuments(client: pg.Client): Promise<ArchivedDocument[]> {
  const found: ArchivedDocument[] = []
  for (const kind of Object.keys(documents) as ArchivedDocument['kind'][]) {
    const { rows } = await client.query<{ id: string; number: string }>(documents[kind])
    for (const { id, number } of rows) found.push({ kind, id: Number(id), number })
  }
  return found
}

/** Draws a document. @throws HttpError when it can't be drawn; Error when it is gone */
export async function drawArchived(deps: DrawDeps, document: ArchivedDocument): Promise<{ name: string; pdf: Buffer }> {
  const { content, facts } = await draw(deps, document)
  if (!Buffer.isBuffer(content) || facts.attachment === undefined) throw new Error('A document was drawn as no file')
  return { name: facts.attachment, pdf: content }
}

async function draw(deps: DrawDeps, { kind, id }: ArchivedDocument): Promise<FileAnswer> {
  if (kind === 'certificate') return printCertificateForStaff(deps, id)
  const found = await findDocument(deps, { kind, id })
  if (!found) throw new Error('A document is gone')
  return drawFound(deps, found)
}
