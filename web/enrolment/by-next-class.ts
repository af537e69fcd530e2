import type { EnrolledCourse } from '#contract/enrolment/enrolment.ts'

type Dates = Pick<EnrolledCourse, 'enrolled_batches'>

/** The start of the running or next class of a course; undefined when none is left. */
function nextOf({ enrolled_batches }: Dates): string | undefined {
  return enrolled_batches.flatMap(({ next_class }) => next_class?.starts_at ?? []).toSorted()[0]
}

/** Courses with a running or next class first, by that class; finished ones last, the latest first. */
export function byNextClass<Course extends Dates>(courses: readonly Course[]): Course[] {
  const begun = ({ enrolled_batches }: Dates) =>
    enrolled_batches
      .map(({ batch_date }) => batch_date)
      .toSorted()
      .at(-1) ?? ''
  return courses.toSorted((a, b) => {
    const [nextOfA, nextOfB] = [nextOf(a), nextOf(b)]
    if (nextOfA && nextOfB) return nextOfA.localeCompare(nextOfB)
    if (nextOfA || nextOfB) return nextOfA ? -1 : 1
    return begun(b).localeCompare(begun(a))
  })
}
