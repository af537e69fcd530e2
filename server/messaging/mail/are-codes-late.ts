import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'

/** Seconds after which a waiting code is late. One that the mail server refused for now is late at once. */
const lateAfter = 5
/** Minutes for which a code that was not sent says something of the mail server. A code is valid for as long. */
const recentFor = 10
/** Milliseconds for which a process remembers the answer. */
const rememberFor = 2000

// A single mail server that refuses a code for now makes no other code late: those that were queued later have been sent. A code
// that a newer one replaced while it waited counts too, so that asking again does not make the mail server look well.
const lateCodes = statement<{ late: boolean }>(
  'late_codes',
  `with newest as (
     select max(id) as id from mail_outbox
     where lane = 'code' and sent_at is null and bounced_at is null
       and (attempts > 0 or created_at < app_now() - make_interval(secs => $1))
       and created_at > app_now() - make_interval(mins => $2)
   )
   select id is not null and not exists (
     select from mail_outbox later where later.id > newest.id and later.lane = 'code' and later.sent_at is not null) as late
   from newest`,
)

const remembered = new WeakMap<object, { late: Promise<boolean>; until: number }>()

/** Whether mails with codes wait for longer than people expect. It is the same for everybody, so it tells nothing of an address. */
export async function areCodesLate(deps: Pick<Deps, 'db'>): Promise<boolean> {
  const known = remembered.get(deps)
  if (known && performance.now() < known.until) return known.late
  const late = one(deps.db, lateCodes, [lateAfter, recentFor]).then((answer) => answer.late)
  remembered.set(deps, { late, until: performance.now() + rememberFor })
  late.catch(() => remembered.delete(deps))
  return late
}
