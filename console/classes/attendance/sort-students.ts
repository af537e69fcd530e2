import type { AttendanceStudent } from '#contract/classes/staff/attendance.ts'

export const orders = ['name', 'lowest', 'highest'] as const
/** By name as the server sends them, or by percentage. */
export type Order = (typeof orders)[number]

/** Returns the ids in order. Students without a percentage come last, and equal ones by name. */
export function sortStudents(students: readonly Pick<AttendanceStudent, 'id' | 'percent'>[], order: Order): number[] {
  const sign = order === 'lowest' ? 1 : -1
  const sorted =
    order === 'name'
      ? students
      : students.toSorted((a, b) =>
          a.percent === null || b.percent === null
            ? Number(a.percent === null) - Number(b.percent === null)
            : sign * (a.percent - b.percent),
        )
  return sorted.map(({ id }) => id)
}
