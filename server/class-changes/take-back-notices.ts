import { type Queryable, rows, statement } from '../db/query.ts'
import { holdSeconds } from '../mail/queue-mail.ts'
import { takeBackMails } from '../mail/take-back-mails.ts'
import type { ClassAhead } from './classes-ahead.ts'

/** What people know of a batch. */
export interface Known {
  /** Of the batch. ISO 8601. */
  startsAt: string
  classes: readonly ClassAhead[]
  /** Another pattern makes it begin on another day. */
  isDeferred: boolean
}

/** What stands in `class_notices.known`: the changed classes as they were. */
export interface KnownBefore extends Known {
  /** Of the changed classes, also of those that did not exist. */
  ids: number[]
  /** Who was told, as in the causes of the mails. */
  people: string[]
}

const recentNotices = statement<{ id: number; known: KnownBefore }>(
  'recent_notices',
  `select id::float8 as id, known from class_notices
   where batch_id = $1 and known is not null and created_at > app_now() - make_interval(secs => $2) order by id desc`,
)
const deleteNotice = statement('delete_notice', `delete from class_notices where id = $1`)

export const causeOfNotice = (id: number, person: string): string => `class-notice:${id}:${person}`

/**
 * Drops the notices of a batch whose mails all wait for their undo still.
 * @param now the batch before the present change
 * @returns what people know then
 */
export async function takeBackNotices(tx: Queryable, batchId: number, now: Known): Promise<Known> {
  let known = now
  for (const { id, known: before } of await rows(tx, recentNotices, [batchId, holdSeconds])) {
    if (
      !(await takeBackMails(
        tx,
        before.people.map((person) => causeOfNotice(id, person)),
      ))
    )
      break
    await rows(tx, deleteNotice, [id])
    const others = known.classes.filter((one) => !before.ids.includes(one.id))
    known = { startsAt: before.startsAt, isDeferred: before.isDeferred, classes: [...others, ...before.classes] }
  }
  return known
}
