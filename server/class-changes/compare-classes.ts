import type { ClassAhead } from './classes-ahead.ts'

export const classChanges = ['moved', 'cancelled', 'restored', 'added', 'removed', 'instructor', 'link'] as const
export type ClassChange = (typeof classChanges)[number]

export interface ChangedClass {
  change: ClassChange
  before: ClassAhead | undefined
  after: ClassAhead | undefined
}

/** Returns the classes that students and instructors have to be told about, in order of start. */
export function compareClasses(before: readonly ClassAhead[], after: readonly ClassAhead[]): ChangedClass[] {
  const [was, is] = [byId(before), byId(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .flatMap((id) => {
      const change = changeOf(was.get(id), is.get(id))
      return change ? [{ change, before: was.get(id), after: is.get(id) }] : []
    })
    .toSorted((a, b) => startOf(a) - startOf(b))
}

/** The new start, or for a class that is gone the former one. Milliseconds. */
export const startOf = ({ before, after }: ChangedClass): number => Date.parse((after ?? before)?.starts_at ?? '')

const byId = (classes: readonly ClassAhead[]) => new Map(classes.map((one) => [one.id, one]))

function changeOf(before: ClassAhead | undefined, after: ClassAhead | undefined): ClassChange | null {
  const [wasHeld, isHeld] = [before && !before.cancelled, after && !after.cancelled]
  if (!wasHeld && !isHeld) return null
  if (!before) return 'added'
  if (!after) return 'removed'
  if (!isHeld) return 'cancelled'
  if (!wasHeld) return 'restored'
  if (before.starts_at !== after.starts_at || before.ends_at !== after.ends_at) return 'moved'
  if (before.instructor_id !== after.instructor_id) return 'instructor'
  // A first link is no news: the class had none to join with.
  return before.link !== after.link && before.link !== null && after.link !== null ? 'link' : null
}
