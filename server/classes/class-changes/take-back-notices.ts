import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { holdSeconds } from '#server/messaging/mail/queue-mail.ts'
import { takeBackMails } from '#server/messaging/mail/take-back-mails.ts'
import type { ClassAhead } from './classes-ahead.ts'

/** What people know of a batch. */
export interface Known {
  /** Of the batch. ISO 8601. */
  startsAt: string
  classes: readonly ClassAhead[]
  /** Another pattern makes it begin on another day. */
  isDeferred: boolean
}

/** What the people of a notice knew: the changed classes as they were. */
interface KnownBefore extends Known {
  /** Of the changed classes, also of those that did not exist. */
  ids: number[]
  /** Who was told, as in the causes of the mails. */
  people: string[]
}

/** What stands in `class_notices.known`. */
export type KnownByNotice = KnownBefore & {
  /** People of the same notice who knew something else, because they joined after a change that was taken back. */
  joined?: KnownBefore[]
}

/** People who know the same of a batch. */
export interface KnowingPeople {
  known: Known
  people: readonly string[]
}

const recentNotices = statement<{ id: number; known: KnownByNotice }>(
  'recent_notices',
  `select id::float8 as id, known from class_notices
   where batch_id = $1 and known is not null and created_at > app_now() - make_interval(secs => $2) order by id desc`,
)
const deleteNotice = statement('delete_notice', `delete from class_notices where id = $1`)

export const causeOfNotice = (id: number, person: string): string => `class-notice:${id}:${person}`

/**
 * Drops the notices of a batch whose mails all wait for their undo still.
 * @param now the batch before the present change
 * @returns the people of these notices with what they know then. All others know `now`.
 */
export async function takeBackNotices(tx: Queryable, batchId: number, now: Known): Promise<KnowingPeople[]> {
  const takenBack: KnowingPeople[] = []
  for (const { id, known } of await rows(tx, recentNotices, [batchId, holdSeconds])) {
    const groups = [known, ...(known.joined ?? [])]
    const causes = groups.flatMap(({ people }) => people.map((person) => causeOfNotice(id, person)))
    if (!(await takeBackMails(tx, causes))) break
    await rows(tx, deleteNotice, [id])
    takenBack.push(...groups.map((group) => ({ known: before(group, now), people: group.people })))
  }
  return takenBack
}

function before({ startsAt, isDeferred, classes, ids }: KnownBefore, now: Known): Known {
  return { startsAt, isDeferred, classes: [...now.classes.filter(({ id }) => !ids.includes(id)), ...classes] }
}
