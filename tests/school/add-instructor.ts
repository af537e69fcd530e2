import { instructorRecords } from '#server/catalog/instructors/instructor-records.ts'
import { linkInstructor } from '#server/people/staff/link-instructor.ts'
import { transaction } from '#server/platform/db/query.ts'
import type { TestApp } from './create-test-app.ts'
import { addStaff, type StaffMember } from './staff.ts'

/** Adds an instructor by the verb of staff and returns the id. */
export async function addInstructor({ deps }: Pick<TestApp, 'deps'>, name = 'Tara Venkatesh'): Promise<number> {
  const body = { name, bio: '', background: '', languages: [], portrait: null, links: [] }
  return (await instructorRecords.create(deps, { kind: 'staff', id: 1, roles: ['owner'] }, { body })).id
}

/** Adds an instructor who has an account of staff. */
export async function addTeacher(shop: TestApp, name?: string): Promise<StaffMember & { instructorId: number }> {
  const instructorId = await addInstructor(shop, name)
  const member = await addStaff(shop, 'instructor')
  await transaction(shop.db, (tx) => linkInstructor(tx, member, instructorId))
  return { ...member, instructorId }
}
