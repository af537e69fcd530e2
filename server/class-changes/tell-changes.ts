import type { Tells } from '#contract/staff/sessions.ts'
import { pathTo } from '#contract/pages.ts'
import { one, type Queryable, rows, statement } from '../db/query.ts'
import type { Deps } from '../deps.ts'
import { classLabelOf, dayOf } from '../format.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { staffJoinAddress } from '../staff-join-address.ts'
import { type ClassAhead, readClassesAhead } from './classes-ahead.ts'
import { type ChangedClass, compareClasses, startOf } from './compare-classes.ts'
import {
  readInstructorsToNotify,
  readStudentsToNotify,
  type NotifiedInstructor,
  type NotifiedStudent,
} from './people-of-batch.ts'

type TellDeps = Pick<Deps, 'jobs' | 'config'>

const lockChangedBatch = statement('lock_changed_batch', `select 1 from batches where id = $1 for no key update`)
const insertClassNotice = statement<{ id: number; now: Date }>(
  'insert_class_notice',
  `insert into class_notices (batch_id, session_id, change, students, created_at) values ($1, $2, $3, $4, app_now())
   returning id, created_at as now`,
)
// A new link or instructor of the batch changes no row of its classes, and calendars show a change only with a new sequence.
const raiseSequences = statement('raise_sequences', `update class_sessions set sequence = sequence + 1 where id = any ($1)`)
const changedBatch = statement<{ course_id: number; course: string; batch: string; starts_at: Date }>(
  'changed_batch',
  `select b.course_id, c.title as course, b.batch_type as batch, b.starts_at
   from batches b join courses c on c.id = b.course_id where b.id = $1`,
)

/** Milliseconds. A change that is nearer to its class says so in the subject. */
const shortNotice = 24 * 60 * 60 * 1000
/** Minutes for which a mail about changes is tried. */
const tryFor = 7 * 24 * 60

/**
 * Runs `work` on the classes of a batch, and queues a mail for each student and instructor who has to know, in the same
 * transaction. One changed class makes a mail of its own; several make one mail with all of them. Classes that are over tell
 * nobody, and neither do topics.
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
  const changed = compareClasses(before, await readClassesAhead(tx, batchId))
  if (changed.length === 0) return { result, tells: { students: 0, instructors: [] } }

  await rows(tx, raiseSequences, [unraised(changed)])
  const students = await readStudentsToNotify(tx, batchId)
  const instructors = await readInstructorsToNotify(tx, [...new Set(changed.flatMap(instructorsOf))])
  const single = changed.length === 1 ? changed[0] : undefined
  const values = [batchId, single?.after?.id ?? null, single?.change ?? noticeOf(changed), students.length]
  const notice = await one(tx, insertClassNotice, values)
  const batch = await one(tx, changedBatch, [batchId])
  await queueNotices(deps, tx, {
    id: notice.id,
    students,
    instructors,
    shared: {
      courseTitle: batch.course,
      batch: batch.batch,
      isShortNotice: changed.some((one) => isNear(one, notice.now)),
      classes: changed.map(factsOf),
      isDeferred: changed.length > 1 && batchBefore.starts_at > notice.now && startDay(batch) !== startDay(batchBefore),
    },
    roomUrl: `${deps.config.publicUrl}${pathTo('room', batch.course_id)}`,
    openable: single?.after?.cancelled === false ? single.after : undefined,
  })
  return { result, tells: { students: students.length, instructors: instructors.map(({ instructor }) => instructor) } }
}

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
  const cause = `class-notice:${noticeId}`
  await queueMails(deps, tx, {
    template: 'classes-changed',
    lane: 'class',
    props: { ...shared, url: roomUrl, requestsUrl: `${deps.config.publicUrl}${pathTo('my-payments')}` },
    mails: students.map(({ id, to, name }) => ({ to, cause: `${cause}:${id}`, props: { name } })),
    expiresInMinutes: tryFor,
  })
  await queueMails(deps, tx, {
    template: 'classes-changed',
    lane: 'class',
    props: { ...shared, url: `${deps.config.publicUrl}/console` },
    mails: instructors.map(({ id, to, name, instructor }) => ({
      to,
      cause: `${cause}:instructor:${id}`,
      props: {
        name,
        toInstructor: instructor,
        ...(openable?.instructor_id === id ? { joinUrl: staffJoinAddress(deps, openable.id) } : {}),
      },
    })),
    expiresInMinutes: tryFor,
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
