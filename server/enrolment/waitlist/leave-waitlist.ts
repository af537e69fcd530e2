import type { AnswerOf } from '#contract/endpoint.ts'
import type { leaveWaitlist as contract, WaitlistEntry } from '#contract/enrolment/waitlist.ts'
import type { Deps } from '#server/deps.ts'
import { lockBatch } from '#server/enrolment/places/seats.ts'
import { giveUpMails } from '#server/messaging/mail/delete-mail.ts'
import type { Student, Visitor } from '#server/platform/auth/principal.ts'
import { type Queryable, row, rows, statement, transaction } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { hashOfSecret } from './entry-mails.ts'
import { ownColumns } from './own-entries.ts'
import { tendWaitlist } from './tend-waitlist.ts'

const closing = `set state = 'left', closed_at = app_now(), closed_because = 'left', network = null`
// An offer that has lapsed by the clock is no place any more.
const stillOpen = `(state = 'waiting' or state = 'offered' and offered_until > app_now())`
const leaveList = statement<{ id: number }>(
  'leave_list',
  `update waitlist_entries ${closing} where batch_id = $1 and user_id = $2 and ${stillOpen} returning id`,
)
const leaveListById = statement<{ id: number }>(
  'leave_list_by_id',
  `update waitlist_entries ${closing} where id = $1 and ${stillOpen} returning id`,
)
const entryOfSecret = statement<{ id: number; batch_id: number }>(
  'entry_of_secret',
  `select id, batch_id from waitlist_entries where leave_hash = $1 union all select id, batch_id from waitlist_entries where offer_hash = $1`,
)
const entryForLink = statement<WaitlistEntry>(
  'entry_for_link',
  `select ${ownColumns} from waitlist_entries w join batches b on b.id = w.batch_id join courses c on c.id = b.course_id where w.id = $1`,
)
type LeaveDeps = Parameters<typeof tendWaitlist>[0] & Pick<Deps, 'db'>

/** Takes a student off the list; the next person gets an offer at once. @throws HttpError 404 when the student does not wait */
export async function leaveWaitlist(
  deps: LeaveDeps,
  student: Student,
  { params }: { params: { id: number } },
): Promise<AnswerOf<typeof contract>> {
  return transaction(deps.db, async (tx) => {
    await lockBatch(tx, params.id)
    const left = await row(tx, leaveList, [params.id, student.id])
    if (!left) throw notFound('You are not on the waitlist of this batch.')
    await forget(deps, tx, { id: left.id, batch_id: params.id })
    return { state: 'left' as const }
  })
}

/** Reads the entry of a link. @throws HttpError 404 unknown secret */
export async function readByLink(deps: Pick<Deps, 'db'>, _visitor: Visitor, token: string): Promise<WaitlistEntry> {
  return present(deps.db, await findEntry(deps.db, token))
}

/** Leaves the list by the link of a mail, once. A closed entry stays as it is. @throws HttpError 404 unknown secret */
export async function leaveByLink(deps: LeaveDeps, _visitor: Visitor, token: string): Promise<WaitlistEntry> {
  return transaction(deps.db, async (tx) => {
    const entry = await findEntry(tx, token)
    await lockBatch(tx, entry.batch_id)
    if (await row(tx, leaveListById, [entry.id])) await forget(deps, tx, entry)
    return present(tx, entry)
  })
}

interface Found {
  id: number
  batch_id: number
}

async function findEntry(db: Queryable, token: string): Promise<Found> {
  const entry = await row(db, entryOfSecret, [hashOfSecret(token)])
  if (!entry) throw notFound('This link does not belong to a waitlist.')
  return entry
}

async function present(db: Queryable, { id }: Found): Promise<WaitlistEntry> {
  const [entry] = await rows(db, entryForLink, [id])
  if (!entry) throw notFound()
  return entry
}

/** The mail of an offer that still waits tells of nothing any more, and the seat goes on. */
async function forget(deps: LeaveDeps, tx: Queryable, { id, batch_id: batchId }: Found): Promise<void> {
  await giveUpMails(tx, `waitlist-${id}-offer`)
  await tendWaitlist(deps, tx, batchId)
}
