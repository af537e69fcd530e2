import type { z } from 'zod'
import type { messages } from '#contract/messaging/staff/messages.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { row, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, notFound } from '#server/platform/errors/errors.ts'
import { mailContext } from '#server/messaging/mail/mail-context.ts'
import { queueMail } from '#server/messaging/mail/queue-mail.ts'
import { renderMail } from '#server/messaging/mail/render-mail.ts'
import { readSiteSettings } from '#server/platform/settings/site-settings.ts'
import { addresseesOf } from './check-addressees.ts'
import { findPictures } from './choose-pictures.ts'
import { senderOf } from './message-records.ts'
import { checkOwnBatch, isBound } from './own-batch.ts'

type Draft = z.output<typeof messages.input>

const nameOfBatch = statement<{ course: string; batch_type: string; starts_at: string }>(
  'name_of_batch',
  `select c.title as course, b.batch_type, ${isoInstant('b.starts_at')} as starts_at
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)
/** What the mails of a message have in common. @param pictureIds of the media library */
export function contentOf(
  message: { subject: string; body: string } & { [name in 'course' | 'batch_type' | 'starts_at']?: string | null },
  { sender, pictureIds }: { sender: string; pictureIds: readonly number[] },
) {
  const { subject, body, course, batch_type: batchType, starts_at: startsAt } = message
  return {
    subject,
    body,
    sender,
    ...(course && batchType && startsAt ? { course, batchType, startsAt } : {}),
    ...(pictureIds.length > 0 ? { pictureIds: [...pictureIds] } : {}),
  }
}

/** @throws HttpError 404 for a batch that does not exist or that an instructor does not teach; 400 without a batch that the audience needs */
async function propsOf(deps: Pick<Deps, 'db'>, staff: Staff, draft: Draft) {
  const { audience, batch_id: batchId } = addresseesOf(staff, draft)
  if (batchId === null && (audience !== 'student' || isBound(staff))) {
    throw invalid('Please say whom the message is for.', { batch_id: ['Please choose a batch.'] })
  }
  if (batchId !== null) await checkOwnBatch(deps.db, staff, batchId)
  const batch = batchId === null ? {} : await row(deps.db, nameOfBatch, [batchId])
  if (!batch) throw notFound('This batch does not exist.')
  const { name, email } = await senderOf(deps, staff)
  const pictureIds = await findPictures(deps.db, draft.pictures ?? [])
  return { email, props: { ...contentOf({ ...draft, ...batch }, { sender: name, pictureIds }), name } }
}

/** The mail as a student would get it; it greets the person who asks. @throws HttpError 404 */
export async function previewMessage(deps: Deps, staff: Staff, { body }: { body: Draft }) {
  const { props } = await propsOf(deps, staff, body)
  const { subject, html, text } = await renderMail(
    'batch-message',
    props,
    await readSiteSettings(deps),
    mailContext(deps.config, deps.clock()),
  )
  return { subject, html, text }
}

/** Sends the mail to the person who asks. @throws HttpError 404 */
export async function testMessage(deps: Deps, staff: Staff, { body }: { body: Draft }): Promise<{ email: string }> {
  const { email, props } = await propsOf(deps, staff, body)
  await queueMail(deps, deps.db, { template: 'batch-message', to: email, props: { ...props, isTest: true } })
  return { email }
}
