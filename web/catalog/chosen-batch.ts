import type { Course } from '#contract/catalog.ts'

/** The batch in the query string, if it belongs to the course and is open for enrolment. */
export function chosenBatch(course: Course, search: string): number | null {
  const id = Number(new URLSearchParams(search).get('batch'))
  return course.upcoming_batches.find((batch) => batch.id === id && batch.can_enroll)?.id ?? null
}
