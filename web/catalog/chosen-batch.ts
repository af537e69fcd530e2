import type { Course } from '#contract/catalog.ts'

/** The batch that the address names, when this course has it and it can still be chosen. */
export function chosenBatch(course: Course, search: string): number | null {
  const id = Number(new URLSearchParams(search).get('batch'))
  return course.upcoming_batches.find((batch) => batch.id === id && batch.can_enroll)?.id ?? null
}
