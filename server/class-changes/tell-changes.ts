import type { Tells } from '#contract/staff/sessions.ts'
import { pathTo } from '#contract/pages.ts'
import { one, type Queryable, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { classLabelOf, dayOf } from '../format.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { staffJoinAddress } from '../staff-join-address.ts'
import { type ClassAhead, readClassesAhead } from './classes-ahead.ts'
import { type ChangedClass, compareClasses, startOf } from './compare-classes.ts'
import { causeOfNotice, type KnownBefore, takeBackNotices } from './take-back-notices.ts'
import {
  readInstructorsToNotify,
  readStudentsToNotify,
  type NotifiedInstructor,
  type NotifiedStudent,
} from './people-of-batch.ts'

type TellDeps = Pick<Deps, 'jobs' | 'config'>

const lockChangedBatch = statement('lock_changed_batch', `select 1 from batches where id = $1 for no key update`)
const insertClassNotice = statement<{ id: number }>(
  'insert_class_notice',
  // What people knew is needed only while the mails can be taken back.
  `with former as (update class_notices set known = null where batch_id = $1 and known is not null)
   insert into class_notices (batch_id, session_id, change, students, known, created_at) values ($1, $2, $3, $4, $5, app_now())
   returning id`,
)
// A new link or instructor of the batch changes no row of its classes, and calendars show a change only with a new sequence.
const raiseSequences = statement('raise_sequences', `update class_sessions set sequence = sequence + 1 where id = any ($1)`)
const changedBatch = statement<{ course_id: number; course: string; batch: string; starts_at: Date; now: Date }>(
  'changed_batch',
  `select b.course_id, c.title as course, b.batch_type as batch, b.starts_at, app_now() as now
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

/** Milliseconds. A change that is nearer to its class says so in the subject. */
const shortNotice = 24 * 60 * 60 * 1000
/** Minutes for which a mail about changes is tried. */
const tryFor = 7 * 24 * 60

/**
 * Runs `work` on the classes of a batch, and queues a mail for each student and instructor who has to know, in the same
 * transaction. One changed class makes a mail of its own; several make one mail with all of them. Classes that are over tell
 * nobody, and neither do topics. Mails of earlier changes that still wait for their undo are dropped: people then read the
 * difference to what they know, and nothing when there is none.
 * @returns what `work` returned, and who is told
 */
export async function tellChanges<T>(
  deps: TellDeps,
  tx: Queryable,
  batchId: number,
  work: () => Promise<T>,
): Promise<{ result: T; tells: Tells }> {
  // Else a change that commits between the two readings would be told twice.
  await rows(tx, lockChangedBatch, [batchId])
  const batchBefore = await one(tx, changedBatch, [batchId])
  const before = await readClassesAhead(tx, batchId)
  const result = await work()
  const after = await readClassesAhead(tx, batchId)
  const own = compareClasses(before, after)
  const nobody = { result, tells: { students: 0, instructors: [] } }
  if (own.length === 0) return nobody

  await rows(tx, raiseSequences, [unraised(own)])
  const known = await takeBackNotices(tx, batchId, {
    startsAt: batchBefore.starts_at.toISOString(),
    classes: before,
    isDeferred: false,
  })
  const changed = compareClasses(known.classes, after)
  if (changed.length === 0) return nobody

  const students = await readStudentsToNotify(tx, batchId)
  const instructors = await readInstructorsToNotify(tx, [...new Set(changed.flatMap(instructorsOf))])
  const batch = await one(tx, changedBatch, [batchId])
  const isDeferred =
    (own.length > 1 || known.isDeferred) &&
    Date.parse(known.startsAt) > batch.now.getTime() &&
    startDay(batch) !== dayOf(known.startsAt)
  const single = changed.length === 1 ? changed[0] : undefined
  const ids = changed.flatMap((one) => one.after?.id ?? one.before?.id ?? [])
  const notice = await one(tx, insertClassNotice, [
    batchId,
    single?.after?.id ?? null,
    single?.change ?? noticeOf(changed),
    students.length,
    JSON.stringify({
      startsAt: known.startsAt,
      isDeferred,
      classes: known.classes.filter(({ id }) => ids.includes(id)),
      ids,
      people: [...students.map(personOf), ...instructors.map(instructorOf)],
    } satisfies KnownBefore),
  ])
  await queueNotices(deps, tx, {
    id: notice.id,
    students,
    instructors,
    shared: {
      courseTitle: batch.course,
      batch: batch.batch,
      isShortNotice: changed.some((one) => isNear(one, batch.now)),
      classes: changed.map(factsOf),
      isDeferred,
    },
    roomUrl: `${deps.config.publicUrl}${pathTo('room', batch.course_id)}`,
    openable: single?.after?.cancelled === false ? single.after : undefined,
  })
  return { result, tells: { students: students.length, instructors: instructors.map(({ instructor }) => instructor) } }
}

/** How the causes of mails name a person. */
const personOf = ({ id }: NotifiedStudent) => String(id)
const instructorOf = ({ id }: NotifiedInstructor) => `instructor:${id}`

const startDay = (batch: { starts_at: Date }) => dayOf(batch.starts_at.toISOString())

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

async function queueNotices(
  deps: TellDeps,
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

const instructorsOf = ({ before, after }: ChangedClass) => [before, after].flatMap((one) => (one ? [one.instructor_id] : []))

/** What changed in several classes, when it is the same in all of them. */
function noticeOf(changed: readonly ChangedClass[]): string {
  const [first, ...others] = new Set(changed.map(({ change }) => change))
  return others.length === 0 && (first === 'instructor' || first === 'link') ? first : 'timetable'
}

/** Classes whose rows did not raise their sequence. */
function unraised(changed: readonly ChangedClass[]): number[] {
  return changed.flatMap(({ before, after }) => (before && after && before.sequence === after.sequence ? [after.id] : []))
}

function isNear({ before, after }: ChangedClass, now: Date): boolean {
  const starts = [before, after].flatMap((one) => (one ? [Date.parse(one.starts_at)] : []))
  return Math.min(...starts) < now.getTime() + shortNotice
}

/** A class as the mail shows it. No link stands in a mail: students press Join. */
function factsOf(changed: ChangedClass) {
  const { change, before, after } = changed
  const one = after ?? before
  if (!one) throw new Error('a changed class has neither a former nor a new state')
  return {
    change,
    label: labelOf(changed),
    startsAt: new Date(startOf(changed)).toISOString(),
    endsAt: one.ends_at,
    wasAt: change === 'moved' ? (before?.starts_at ?? null) : null,
    reason: change === 'cancelled' ? one.cancel_reason : '',
    instructor: one.instructor,
    formerInstructor: before && before.instructor_id !== one.instructor_id ? before.instructor : null,
  }
}

/** A class that is not held has the number that it had. */
function labelOf({ before, after }: ChangedClass): string {
  const one: ClassAhead | undefined = after && !after.cancelled ? after : before
  return one ? classLabelOf(one) : ''
}
