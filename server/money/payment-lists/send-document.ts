import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import { writeAct } from '#server/platform/audit/write-act.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, notFound } from '#server/platform/errors/errors.ts'
import type { FileAnswer } from '#server/platform/http/file-answer.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { drawFound } from '#server/money/invoicing/read-document.ts'
import { findDocument } from '#server/money/invoicing/find-document.ts'
import { documentIdOf, documentRecords } from './document-records.ts'

const currentMinute = statement<{ minute: string }>('current_minute', `select to_char(app_now(), 'YYYYMMDDHH24MI') as minute`)

/**
 * Mails a document to its student again. A second press within a minute sends nothing.
 * @throws HttpError 404; 409 when the account is erased
 */
export async function sendDocument(deps: Deps, staff: Staff, { id }: { id: number }): Promise<{ email: string }> {
  return staffTransaction(deps, staff, async (tx) => {
    const document = await documentRecords.find(tx, id)
    const named = documentIdOf(id)
    if (!named) throw notFound()
    if (document.email.endsWith('@erased.invalid')) throw conflict('erased', 'The account of this student is erased.')
    const { minute } = await one(tx, currentMinute)
    const key = { receipt: 'receiptId', note: 'noteId', voucher: 'voucherId' } as const
    await queueMail(
      deps,
      tx,
      {
        template: 'document-copy',
        to: document.email,
        props: {
          name: document.student,
          serial: document.serial,
          courseTitle: document.course,
          amountPaise: document.amount_paise,
          issuedAt: document.issued_at,
          isReceipt: named.kind === 'receipt',
          [key[named.kind]]: named.id,
        },
      },
      { cause: `document-${id}-${minute}` },
    )
    await writeAct(tx, 'document_sent', document.serial)
    return { email: document.email }
  })
}

/** @throws HttpError 404; 503 when it can't be drawn */
export async function readDocumentForStaff(deps: Deps, _staff: Staff, { id }: { id: number }): Promise<FileAnswer> {
  const named = documentIdOf(id)
  const document = named && (await findDocument(deps, named))
  if (!document) throw notFound()
  return drawFound(deps, document)
}
