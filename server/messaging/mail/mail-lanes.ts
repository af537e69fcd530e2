import type { Queryable } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { deliverBatchMailsJob, deliverClassMailsJob, deliverCodesJob, deliverMailJob } from './jobs.ts'

/** The queue of each lane, as stored in `mail_outbox.lane`. Mails of one lane never wait behind those of another. */
export const deliveries = {
  /** Codes and links that sign somebody in. */
  code: deliverCodesJob,
  /** What one person has caused, such as a receipt. */
  person: deliverMailJob,
  /** Reminders and changes of classes. */
  class: deliverClassMailsJob,
  /** Mails to many that can wait. */
  batch: deliverBatchMailsJob,
} as const

export type MailLane = keyof typeof deliveries
const mailLanes = Object.keys(deliveries) as MailLane[]

/** Queues the delivery of mails that are stored. */
export async function sendDeliveries(
  deps: Pick<Deps, 'jobs'>,
  tx: Queryable,
  mails: readonly { id: number; lane: MailLane }[],
): Promise<void> {
  for (const lane of mailLanes) {
    const ofLane = mails.flatMap((mail) => (mail.lane === lane ? [{ id: mail.id }] : []))
    await deps.jobs.sendAll(tx, deliveries[lane], ofLane)
  }
}
