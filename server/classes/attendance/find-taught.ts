import type { Permission } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { type ClassStanding, seesClass, teacherOf } from '#server/classes/sessions/taught-classes.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { notFound } from '#server/platform/errors/errors.ts'

const taughtBatch = statement<{ whole: boolean; part: boolean }>(
  'taught_batch',
  `select $2::integer is null or exists (select from instructors i where i.id = b.instructor_id and i.staff_id = $2) as whole,
     exists (select from numbered_sessions n where n.batch_id = b.id and ${seesClass('n', '$2')}) as part
   from batches b where b.id = $1`,
)
const taughtClass = statement<{ standing: ClassStanding; starts_at: Date; ends_at: Date }>(
  'taught_class',
  `select n.standing, n.starts_at, n.ends_at from numbered_sessions n where n.id = $2 and n.batch_id = $1 and ${seesClass('n', '$3')}`,
)

type Reach = Extract<Permission, `attendance:${string}`>

/** Returns whether a permission reaches all classes of a batch. @throws HttpError 404 for a batch where it reaches none */
export async function findTaughtBatch(db: Queryable, staff: Staff, batchId: number, reach: Reach): Promise<{ whole: boolean }> {
  const found = await row(db, taughtBatch, [batchId, teacherOf(staff, reach)])
  if (!found || !(found.whole || found.part)) throw notFound('Batch not found.')
  return { whole: found.whole }
}

/** @throws HttpError 404 for a class that the permission does not reach */
export async function findTaughtClass(
  db: Queryable,
  staff: Staff,
  { batchId, sessionId }: { batchId: number; sessionId: number },
  reach: Reach,
) {
  const found = await row(db, taughtClass, [batchId, sessionId, teacherOf(staff, reach)])
  if (!found) throw notFound('Class not found.')
  return found
}
