import { classDays } from '#server/platform/db/seed/class-days.ts'
import { namedStudents } from './named-students.ts'
import { type DemoContent, placeBatch } from '#server/platform/db/seed/read-content.ts'

/** Batches that have begun. Each has the days, times and teacher of a batch of the content that has not. */
const olderBatches = [
  { id: 132, like: 109, starts_in_days: -248, capacity: 24, enrolled: 19 },
  { id: 134, like: 123, starts_in_days: -206, capacity: 30, enrolled: 23 },
  { id: 135, like: 115, starts_in_days: -178, capacity: 30, enrolled: 25 },
  { id: 137, like: 101, starts_in_days: -122, capacity: 30, enrolled: 28 },
  { id: 138, like: 112, starts_in_days: -97, capacity: 24, enrolled: 20 },
  { id: 139, like: 105, starts_in_days: -47, capacity: 30, enrolled: 21 },
  // Its classes are on Saturdays and Sundays.
  { id: 141, like: 114, starts_in_days: -22, capacity: 30, enrolled: 19 },
  // More than a year ago, so that a financial year turns in every past.
  { id: 140, like: 107, starts_in_days: -350, capacity: 25, enrolled: 17 },
]

/** Adds the older batches and their students to the content. The named ones come first, because certificates go by the order of accounts. */
export function addOlder(content: DemoContent, students: readonly string[], today: Date): DemoContent {
  const courses = content.courses.map((course) => {
    const older = olderBatches.flatMap(({ like, ...own }) => {
      const model = course.batches.find((batch) => batch.id === like)
      if (!model) return []
      const batch = {
        ...model,
        ...own,
        cancelled: false,
        classroom_url: model.classroom_url.replace(String(like), String(own.id)),
      }
      return placeBatch(batch, classDays(batch, today))
    })
    return { ...course, batches: [...course.batches, ...older] }
  })
  return { ...content, courses, students: [...namedStudents.map(({ name }) => name), ...content.students, ...students] }
}
