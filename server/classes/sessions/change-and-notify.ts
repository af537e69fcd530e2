import type { SessionOutcome, SessionRecord } from '#contract/classes/staff/sessions.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { tellChanges } from '#server/classes/class-changes/tell-changes.ts'
import { one, type Queryable, rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { clashes, isToBeHeld } from './class-clashes.ts'
import { sessionRecords } from './session-records.ts'

interface BatchFacts {
  batch_starts_at: string
  batch_ends_at: string
  batch_classes: number
  students: number
}

const batchFacts = statement<BatchFacts>(
  'batch_facts',
  `select ${isoInstant('b.starts_at')} as batch_starts_at, ${isoInstant('b.ends_at')} as batch_ends_at,
     (select count(*) from class_sessions s where s.batch_id = b.id and s.state <> 'cancelled')::integer as batch_classes,
     (select count(*) from active_enrolments e where e.batch_id = b.id)::integer as students
   from batches b where b.id = $1`,
)
const clashesOfSession = statement<SessionOutcome['clashes'][number]>(
  'clashes_of_session',
  `select 'holiday' as kind, h.name as what
   from class_sessions s join batch_patterns p on p.batch_id = s.batch_id
   join holidays h on h.calendar = p.calendar and h.day = (s.starts_at at time zone 'Asia/Kolkata')::date
   where s.id = $1 and s.state <> 'cancelled'
   union all
   select 'instructor', i.name || ': batch ' || c.batch_id || ', ' || c.title
   from numbered_sessions s
   cross join lateral (
     select o.batch_id, oc.title from numbered_sessions o join batches ob on ob.id = o.batch_id join courses oc on oc.id = ob.course_id
     where ${clashes('o', 's')} and ${isToBeHeld('o', 'ob')} limit 20) c
   join instructors i on i.id = s.teacher_id
   where s.id = $1 and s.state <> 'cancelled'
   order by 1, 2`,
)

/** Fields of a class whose changes staff see, besides those of its batch. */
const shown = ['starts_at', 'ends_at', 'state', 'cancel_reason', 'number', 'made_up_at', 'instructor', 'topic'] as const

/** Runs `work` on a class, tells those who have to know, and returns the class with what has changed. */
export async function changeAndNotify(
  deps: Deps,
  tx: Queryable,
  batchId: number,
  before: SessionRecord | null,
  work: () => Promise<SessionRecord>,
): Promise<SessionOutcome> {
  const batchBefore = await one(tx, batchFacts, [batchId])
  const {
    result: { id },
    tells,
  } = await tellChanges(deps, tx, batchId, work)
  // Read anew, since changes of the batch follow the class.
  const session = await sessionRecords.find(tx, id)
  const { students, ...batchAfter } = await one(tx, batchFacts, [batchId])
  const changes = [
    ...shown.map((field) => ({ field, before: before?.[field] ?? null, after: session[field] })),
    ...(['batch_starts_at', 'batch_ends_at', 'batch_classes'] as const).map((field) => ({
      field,
      before: batchBefore[field],
      after: batchAfter[field],
    })),
  ]
  return {
    session,
    changes: changes.filter((change) => change.before !== change.after).map(asText),
    // A cancelled class meets nothing, but the class that makes up for it may.
    clashes: await rows(tx, clashesOfSession, [session.made_up_by ?? id]),
    students,
    tells,
  }
}

function asText(change: { field: string; before: string | number | null; after: string | number | null }) {
  const text = (value: string | number | null) => (value === null ? null : String(value))
  return { field: change.field, before: text(change.before), after: text(change.after) }
}
