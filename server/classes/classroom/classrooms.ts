import { builtinClassroom } from './builtin-classroom.ts'
import type { Classroom } from './classroom.ts'
import { linkClassroom } from './link-classroom.ts'

/** The classrooms by the name that `batches.classroom_provider` has. */
export type Classrooms = Readonly<Record<string, Classroom>>

export const classrooms: Classrooms = { builtin: builtinClassroom, link: linkClassroom }

/** @throws Error for a provider that this version does not have */
export function classroomOf(all: Classrooms, provider: string): Classroom {
  const classroom = Object.hasOwn(all, provider) ? all[provider] : undefined
  if (!classroom) throw new Error(`there is no classroom "${provider}"`)
  return classroom
}
