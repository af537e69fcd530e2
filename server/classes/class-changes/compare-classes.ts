import type { ClassAhead } from './classes-ahead.ts'

const classChanges = ['moved', 'cancelled', 'restored', 'added', 'removed', 'instructor', 'link'] as const
type ClassChange = (typeof classChanges)[number]

export interface ChangedClass {
  change: ClassChange
  before: ClassAhead | undefined
  after: ClassAhead | undefined
}

/** Returns the classes that students and instructors have to be told about, in order of start. */
export function compareClasses(before: readonly ClassAhead[], after: readonly ClassAhead[]): ChangedClass[] {
  return pairsOf(before, after)
    .flatMap(([was, is]) => {
      const change = changeOf(was, is)
      return change ? [{ change, before: was, after: is }] : []
    })
    .toSorted((a, b) => startOf(a) - startOf(b))
}

/**
 * Each class as it was and as it is. A plan that is shortened and made longer again has a new class at the time of the one that it
 * dropped: that is one class too.
 */
function pairsOf(
  before: readonly ClassAhead[],
  after: readonly ClassAhead[],
): [ClassAhead | undefined, ClassAhead | undefined][] {
  const [was, is] = [byId(before), byId(after)]
  const added = new Map(after.filter(({ id }) => !was.has(id)).map((one) => [one.starts_at, one]))
  const pairs = before.map((one): [ClassAhead, ClassAhead | undefined] => {
    const same = is.get(one.id) ?? added.get(one.starts_at)
    if (same) added.delete(same.starts_at)
    return [one, same]
  })
  return [...pairs, ...Array.from(added.values(), (one): [undefined, ClassAhead] => [undefined, one])]
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
