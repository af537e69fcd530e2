import type { NotifiedPeople } from '#contract/classes/staff/sessions.ts'
import { pathTo } from '#contract/pages.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { dayOf } from '#server/platform/text/format.ts'
import { readClassesAhead } from './classes-ahead.ts'
import { type ChangedClass, compareClasses } from './compare-classes.ts'
import { factsOf, queueNotices } from './queue-notices.ts'
import { type Known, type KnownByNotice, takeBackNotices } from './take-back-notices.ts'
import {
  instructorOf,
  personOf,
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

/**
 * Runs `work` on the classes of a batch, and queues a mail for each student and instructor who has to know, in the same
 * transaction. One changed class makes a mail of its own; several make one mail with all of them. Classes that are over tell
 * nobody, and neither do topics. Mails of earlier changes that still wait for their undo are dropped: people then read the
 * difference to what they know, and nothing when there is none. Who joined after such a change knows it.
 * @returns what `work` returned, and who is told
 */
export async function tellChanges<T>(
  deps: TellDeps,
  tx: Queryable,
  batchId: number,
  work: () => Promise<T>,
): Promise<{ result: T; tells: NotifiedPeople }> {
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
  const now: Known = { startsAt: batchBefore.starts_at.toISOString(), classes: before, isDeferred: false }
  const takenBack = await takeBackNotices(tx, batchId, now)
  const students = await readStudentsToNotify(tx, batchId)
  const notified = new Set(takenBack.flatMap(({ people }) => people))
  const groups: NotifiedGroup[] = []
  for (const { known, isAmong } of [
    ...takenBack.map(({ known, people }) => ({ known, isAmong: (person: string) => people.includes(person) })),
    { known: now, isAmong: (person: string) => !notified.has(person) },
  ]) {
    const changed = compareClasses(known.classes, after)
    const instructors = await readInstructorsToNotify(tx, [...new Set(changed.flatMap(instructorsOf))])
    const group = {
      known,
      changed,
      students: students.filter((student) => isAmong(personOf(student))),
      instructors: instructors.filter((instructor) => isAmong(instructorOf(instructor))),
    }
    // A change is noted when there is nobody to tell. One that is taken back is not.
    if (changed.length > 0 && (takenBack.length === 0 || group.students.length + group.instructors.length > 0)) groups.push(group)
  }
  return groups.length === 0 ? nobody : { result, tells: await noteAndTell(deps, tx, batchId, { groups, own }) }
}

/** People who know the same, and what changed for them. */
interface NotifiedGroup {
  known: Known
  changed: readonly ChangedClass[]
  students: readonly NotifiedStudent[]
  instructors: readonly NotifiedInstructor[]
}

/** Stores one notice for all groups, and queues their mails. */
async function noteAndTell(
  deps: TellDeps,
  tx: Queryable,
  batchId: number,
  { groups, own }: { groups: readonly NotifiedGroup[]; own: readonly ChangedClass[] },
): Promise<NotifiedPeople> {
  const batch = await one(tx, changedBatch, [batchId])
  const isDeferred = ({ known }: NotifiedGroup) =>
    (own.length > 1 || known.isDeferred) &&
    Date.parse(known.startsAt) > batch.now.getTime() &&
    startDay(batch) !== dayOf(known.startsAt)
  const [first, ...joined] = groups.map((group) => {
    const ids = group.changed.flatMap(({ before, after }) => [before, after].flatMap((one) => (one ? [one.id] : [])))
    return {
      startsAt: group.known.startsAt,
      isDeferred: isDeferred(group),
      classes: group.known.classes.filter(({ id }) => ids.includes(id)),
      ids,
      people: [...group.students.map(personOf), ...group.instructors.map(instructorOf)],
    }
  })
  if (!first) throw new Error('a notice needs people who are told the same')
  const changed = groups[0]?.changed ?? []
  const students = groups.reduce((sum, group) => sum + group.students.length, 0)
  const notice = await one(tx, insertClassNotice, [
    batchId,
    singleOf(changed)?.after?.id ?? null,
    singleOf(changed)?.change ?? noticeOf(changed),
    students,
    JSON.stringify({ ...first, joined } satisfies KnownByNotice),
  ])
  for (const group of groups) {
    const openable = singleOf(group.changed)?.after
    await queueNotices(deps, tx, {
      id: notice.id,
      students: group.students,
      instructors: group.instructors,
      shared: {
        courseTitle: batch.course,
        batch: batch.batch,
        isShortNotice: group.changed.some((one) => isNear(one, batch.now)),
        classes: group.changed.map(factsOf),
        isDeferred: isDeferred(group),
      },
      roomUrl: `${deps.config.publicUrl}${pathTo('room', batch.course_id)}`,
      openable: openable?.cancelled === false ? openable : undefined,
    })
  }
  return { students, instructors: groups.flatMap(({ instructors }) => instructors.map(({ instructor }) => instructor)) }
}

const singleOf = (changed: readonly ChangedClass[]) => (changed.length === 1 ? changed[0] : undefined)

const startDay = (batch: { starts_at: Date }) => dayOf(batch.starts_at.toISOString())

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
