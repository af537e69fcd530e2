import { pathTo } from '#contract/pages.ts'
import type { Queryable } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { classLabelOf } from '#server/platform/text/format.ts'
import { queueMails } from '#server/messaging/mail/queue-mail.ts'
import { staffJoinAddress } from '#server/classes/join/staff-join-address.ts'
import type { ClassAhead } from './classes-ahead.ts'
import { type ChangedClass, startOf } from './compare-classes.ts'
import { instructorOf, type NotifiedInstructor, type NotifiedStudent, personOf } from './people-of-batch.ts'
import { causeOfNotice } from './take-back-notices.ts'

/** Minutes for which a mail about changes is tried. */
const tryFor = 7 * 24 * 60

interface Notice {
  id: number
  students: readonly NotifiedStudent[]
  instructors: readonly NotifiedInstructor[]
  shared: {
    courseTitle: string
    batch: string
    isShortNotice: boolean
    isDeferred: boolean
    classes: ReturnType<typeof factsOf>[]
  }
  roomUrl: string
  /** The one class that changed, when it is held. */
  openable: ClassAhead | undefined
}

/** Queues the mails of one notice to people who are told the same. They wait until the change can't be undone any more. */
export async function queueNotices(
  deps: Pick<Deps, 'jobs' | 'config'>,
  tx: Queryable,
  { id: noticeId, students, instructors, shared, roomUrl, openable }: Notice,
): Promise<void> {
  await queueMails(deps, tx, {
    template: 'classes-changed',
    lane: 'class',
    props: { ...shared, url: roomUrl, requestsUrl: `${deps.config.publicUrl}${pathTo('my-payments')}` },
    mails: students.map((student) => ({
      to: student.to,
      cause: causeOfNotice(noticeId, personOf(student)),
      props: { name: student.name },
    })),
    expiresInMinutes: tryFor,
    hold: true,
  })
  await queueMails(deps, tx, {
    template: 'classes-changed',
    lane: 'class',
    props: { ...shared, url: `${deps.config.publicUrl}/console` },
    mails: instructors.map((member) => ({
      to: member.to,
      cause: causeOfNotice(noticeId, instructorOf(member)),
      props: {
        name: member.name,
        toInstructor: member.instructor,
        ...(openable?.instructor_id === member.id ? { joinUrl: staffJoinAddress(deps, openable.id) } : {}),
      },
    })),
    expiresInMinutes: tryFor,
    hold: true,
  })
}

/** A class as the mail shows it. No link stands in a mail: students press Join. */
export function factsOf(changed: ChangedClass) {
  const { change, before, after } = changed
  const one = after ?? before
  if (!one) throw new Error('a changed class has neither a former nor a new state')
  return {
    change,
    label: labelOf(changed),
    startsAt: new Date(startOf(changed)).toISOString(),
    endsAt: one.ends_at,
    wasAt: change === 'moved' && before?.starts_at !== one.starts_at ? (before?.starts_at ?? null) : null,
    wasUntil: change === 'moved' && before && lengthOf(before) !== lengthOf(one) ? before.ends_at : null,
    reason: change === 'cancelled' ? one.cancel_reason : '',
    makesUpFor: change === 'added' ? one.makes_up_for_at : null,
    madeUpAt: change === 'cancelled' ? one.made_up_at : null,
    instructor: one.instructor,
    formerInstructor: before && before.instructor_id !== one.instructor_id ? before.instructor : null,
  }
}

/** Milliseconds. */
const lengthOf = ({ starts_at, ends_at }: ClassAhead) => Date.parse(ends_at) - Date.parse(starts_at)

/** A class that is not held has the number that it had. */
function labelOf({ before, after }: ChangedClass): string {
  const one: ClassAhead | undefined = after && !after.cancelled ? after : before
  return one ? classLabelOf(one) : ''
}
