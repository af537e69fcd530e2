import type { ClassPlan } from '#contract/classes/staff/batches.ts'
import type { NotifiedPeople } from '#contract/classes/staff/sessions.ts'
import { formatPlainDay } from '#ui/format.ts'
import { namesOfWeekdays } from '#ui/days.ts'

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
}

/** Who gets a mail about a change: "12 students and Meera Kulkarni get a mail." Null when nobody does. */
export function sumUpNotified({ students, instructors }: NotifiedPeople): string | null {
  const people = [...(students > 0 ? [countOf(students, 'student')] : []), ...instructors]
  if (people.length === 0) return null
  return `${listOf(people)} ${students + instructors.length === 1 ? 'gets' : 'get'} a mail.`
}

const listOf = (parts: readonly string[]): string => new Intl.ListFormat('en-IN').format(parts)

export const countOfClasses = (count: number): string => countOf(count, 'class', 'classes')

/** "28 classes, Monday, Wednesday and Friday, last on 12 March 2027". */
export function sumUp({ sessions }: ClassPlan, weekdays: readonly number[]): string {
  const starts = sessions.flatMap(({ starts_at }) => starts_at ?? [])
  const last = starts.toSorted().at(-1)
  if (last === undefined) return 'No class'
  return `${countOfClasses(starts.length)}, ${namesOfWeekdays(weekdays)}, last on ${formatPlainDay(last)}`
}

/** "2 added, 3 moved, 1 removed", or null when nothing changes. */
export function sumUpChanges({ added, moved, removed }: { added: number; moved: number; removed: number }): string | null {
  const parts = [added > 0 ? `${added} added` : '', moved > 0 ? `${moved} moved` : '', removed > 0 ? `${removed} removed` : '']
  return parts.filter(Boolean).join(', ') || null
}

/** What becomes of the topics of removed classes, or null when none has one. */
export function sumUpTopics({ sessions }: ClassPlan): string | null {
  const hasTopics = sessions.some(({ change, topic }) => change === 'removed' && topic !== '')
  return hasTopics ? 'Topics of removed classes are kept for a longer plan.' : null
}

export function changesOf({ sessions }: ClassPlan): { added: number; moved: number; removed: number } {
  const count = (kind: ClassPlan['sessions'][number]['change']) => sessions.filter(({ change }) => change === kind).length
  return { added: count('added'), moved: count('moved'), removed: count('removed') }
}
