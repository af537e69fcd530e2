import type { Role } from '#contract/permissions.ts'
import { type Queryable, row, rows, statement } from '#server/platform/db/query.ts'
import { conflict, invalid } from '#server/platform/errors/errors.ts'

const unlinkInstructor = statement(
  'unlink_instructor',
  `update instructors set staff_id = null where staff_id = $1 and id is distinct from $2::int`,
)
const linkInstructorToStaff = statement<{ id: number }>(
  'link_instructor_to_staff',
  `update instructors set staff_id = $1 where id = $2 and (staff_id is null or staff_id = $1) returning id`,
)
const instructorExists = statement('instructor_exists', `select 1 from instructors where id = $1`)

/**
 * Sets which instructor a person is. Only who has the role `instructor` is linked.
 * @throws HttpError 400 without the role or for an unknown instructor; 409 when somebody else is this instructor
 */
export async function linkInstructor(
  tx: Queryable,
  member: { id: number; roles: readonly Role[] },
  instructorId: number | null,
): Promise<void> {
  if (instructorId !== null && !isInstructor(member)) throw badLink('Only the role instructor is linked to an instructor.')
  await rows(tx, unlinkInstructor, [member.id, instructorId])
  if (instructorId === null || (await row(tx, linkInstructorToStaff, [member.id, instructorId]))) return
  if (!(await row(tx, instructorExists, [instructorId]))) throw badLink('This instructor does not exist.')
  const message = 'Another account is linked to this instructor.'
  throw conflict('instructor_taken', message, { instructor_id: [message] })
}

export const isInstructor = ({ roles }: { roles: readonly Role[] }): boolean => roles.includes('instructor')
const badLink = (message: string) => invalid(message, { instructor_id: [message] })
