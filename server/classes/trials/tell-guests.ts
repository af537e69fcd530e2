import { reminderOffsets } from '#contract/classes/mail-preferences.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { rows, statement, transaction } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf } from '#server/platform/text/format.ts'
import { holdSeconds, queueMails } from '#server/messaging/mail/queue-mail.ts'

interface NotifiedGuest {
  id: number
  to: string
  name: string
  session_id: number
  course: string
  number: number
  total: number
  topic: string
  instructor: string
  starts_at: string
  ends_at: string
}
interface GuestNotice extends NotifiedGuest {
  tellings: number
  change: 'moved' | 'cancelled' | 'restored'
  was_at: string
  cancel_reason: string
}

/** Mails of one transaction. */
const chunk = 200
/** Minutes for which a mail about a change is tried. */
const tryFor = 7 * 24 * 60

/** SQL of what every mail to a guest `g` says of the class `n`. */
const facts = `g.id::float8 as id, e.email as "to", e.name, n.id as session_id, c.title as course, n.number, n.total, n.topic,
  i.name as instructor, ${isoInstant('n.starts_at')} as starts_at, ${isoInstant('n.ends_at')} as ends_at`
const factTables = `join trial_guests g on g.id = x.id join enquiries e on e.id = g.enquiry_id join numbered_sessions n on n.id = g.session_id
  join batches b on b.id = n.batch_id join courses c on c.id = b.course_id join instructors i on i.id = n.teacher_id`

// A row remembers what its guest knows, so a class that changes twice within a minute makes one mail, and one that is as before
// makes none. While a change can be undone, nobody is told. Two processes do not take the same row.
const noteGuestChanges = statement<GuestNotice>(
  'note_guest_changes',
  `with changed as materialized (
     select g.id, g.told_starts_at, g.told_held, s.starts_at, s.standing <> 'cancelled' as is_held
     from trial_guests g join numbered_sessions s on s.id = g.session_id join class_sessions c on c.id = s.id
     where g.released_at is null and s.ends_at > app_now() and c.updated_at <= app_now() - make_interval(secs => $2)
       and (g.told_held = (s.standing = 'cancelled') or s.standing <> 'cancelled' and g.told_starts_at <> s.starts_at)
     order by g.id limit $1 for update of g skip locked
   ), x as (
     update trial_guests g set told_starts_at = c.starts_at, told_held = c.is_held, tellings = g.tellings + 1
     from changed c where g.id = c.id
     returning g.id, g.tellings, c.told_starts_at, case when not c.is_held then 'cancelled' when c.told_held then 'moved' else 'restored' end as change
   )
   select ${facts}, x.tellings, x.change, ${isoInstant('x.told_starts_at')} as was_at, n.cancel_reason from x ${factTables} order by x.id`,
)
// Due from its offset until the class begins, for a guest who had the seat by then. The cause is the key: no second mail has it.
// It holds the start, so a moved class has new ones.
const dueTrialReminders = statement<NotifiedGuest & { cause: string }>(
  'due_trial_reminders',
  `with x as materialized (
     select distinct on (g.id) g.id, concat_ws(':', 'trial-reminder', g.id, extract(epoch from s.starts_at)::bigint, o.minutes) as cause
     from trial_guests g join numbered_sessions s on s.id = g.session_id
     join unnest($1::integer[]) as o (minutes) on s.starts_at <= app_now() + make_interval(mins => o.minutes)
       and g.created_at <= s.starts_at - make_interval(mins => o.minutes)
     where g.released_at is null and s.standing = 'scheduled'
     order by g.id, o.minutes
   )
   select ${facts}, x.cause from x ${factTables}
   where not exists (select from mail_outbox m where m.cause = x.cause) order by x.id limit $2`,
)

type TellDeps = Pick<Deps, 'db' | 'jobs' | 'stopping'>

/**
 * Tells guests of classes that were moved, cancelled or are held after all, and reminds them a day and 15 minutes before. Each is
 * told once, whatever processes run this at the same time.
 */
export async function tellGuests(deps: TellDeps, _system: System): Promise<void> {
  for (const tell of [tellSomeChanges, remindSome]) {
    while (!deps.stopping.aborted && (await tell(deps)) === chunk) {
      // In chunks, so that a large school holds no long transaction.
    }
  }
}

/** How the causes of mails about changes begin. @param guest id */
export const causeOfTrialChange = (guest: number): string => `trial-change:${guest}:`

async function tellSomeChanges(deps: TellDeps): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const changed = await rows(tx, noteGuestChanges, [chunk, holdSeconds])
    await queueMails(deps, tx, {
      template: 'trial-changed',
      lane: 'class',
      props: {},
      mails: changed.map((one) => ({
        to: one.to,
        cause: `${causeOfTrialChange(one.id)}${one.tellings}`,
        props: { ...propsOf(one), change: one.change, wasAt: one.was_at, reason: one.cancel_reason },
      })),
      expiresInMinutes: tryFor,
    })
    return changed.length
  })
}

async function remindSome(deps: TellDeps): Promise<number> {
  return transaction(deps.db, async (tx) => {
    const due = await rows(tx, dueTrialReminders, [Object.values(reminderOffsets), chunk])
    await queueMails(deps, tx, {
      template: 'trial-reminder',
      lane: 'class',
      props: {},
      mails: due.map((one) => ({ to: one.to, cause: one.cause, expiresAt: one.starts_at, props: propsOf(one) })),
      expiresInMinutes: reminderOffsets.reminder_day,
    })
    return due.length
  })
}

const propsOf = (one: NotifiedGuest) => ({
  name: one.name,
  courseTitle: one.course,
  label: classLabelOf(one),
  startsAt: one.starts_at,
  endsAt: one.ends_at,
  instructor: one.instructor,
  guestId: one.id,
  sessionId: one.session_id,
})
