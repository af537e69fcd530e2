import type { sessionStates } from '#contract/classes/staff/sessions.ts'
import { allowsAll, type Permission } from '#contract/permissions.ts'
import type { Staff } from '#server/platform/auth/principal.ts'

/** How a class is now: the column `standing` of `numbered_sessions`. */
export type ClassStanding = (typeof sessionStates)[number]

/**
 * Whose classes a permission reaches: an instructor those of own batches, and a substitute those that they teach. Null when
 * one of the roles of the person has it for all.
 */
export const teacherOf = ({ roles, id }: Staff, permission: Permission): number | null =>
  allowsAll(roles, permission) ? null : id

/** SQL of the ids of the batches that a person teaches. @param staff SQL of the person's id */
export const batchesTaughtBy = (staff: string): string =>
  `select o.id from instructors t join batches o on o.instructor_id = t.id where t.staff_id = ${staff}`

/** SQL of the ids of the classes that a person teaches as a substitute. @param staff SQL of the person's id */
export const classesSubstitutedBy = (staff: string): string =>
  `select s.id from instructors t join class_sessions s on s.instructor_id = t.id where t.staff_id = ${staff}`

/**
 * SQL condition: a person sees a class. It says the same as `seesClass`, for lists: an alternative over two tables has no index,
 * while an array is read once and used with any index on the class. Of a subquery the planner expects many more classes.
 * @param session SQL of the id of the class
 * @param staff SQL of the person's id
 */
export const isTaughtBy = (session: string, staff: string): string => `${session} = any (array(
  select s.id from class_sessions s where s.batch_id in (${batchesTaughtBy(staff)})
  union all ${classesSubstitutedBy(staff)}))`

/** SQL condition: a person sees a batch, as it is their own or as they have a class of it. @param staff SQL of the person's id */
export const seesBatch = (batch: string, staff: string): string => `${batch} = any (array(
  ${batchesTaughtBy(staff)}
  union select s.batch_id from instructors t join class_sessions s on s.instructor_id = t.id where t.staff_id = ${staff}))`

/** Which records of classes a member of staff sees. @param session SQL of the id of the class */
export const ownClassesOnly = (session: string) => ({ sql: (own: string) => isTaughtBy(session, own), of: teacherOf })

/**
 * SQL condition: a person sees the class, or all of them when the parameter is null.
 * @param session alias of `numbered_sessions`
 * @param staff a parameter of the statement
 */
export const seesClass = (session: string, staff: string): string => `(${staff}::integer is null or exists (
  select from instructors t where t.staff_id = ${staff} and t.id in (${session}.teacher_id, ${session}.batch_instructor_id)))`

/** SQL condition: a person gives the class themselves. @param session alias of `numbered_sessions` */
export const givesClass = (session: string, staff: string): string =>
  `exists (select from instructors t where t.id = ${session}.teacher_id and t.staff_id = ${staff})`
