import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/fields.ts'

export const attendanceStatuses = ['present', 'late', 'left_early', 'absent', 'excused'] as const
export type AttendanceStatus = (typeof attendanceStatuses)[number]
export const attendanceStatusNames: Readonly<Record<AttendanceStatus, string>> = {
  present: 'Present',
  late: 'Late',
  left_early: 'Left early',
  absent: 'Absent',
  excused: 'Excused',
}

/** What counts: classes that are over, without those that are excused. Present and late are attended. */
export const attendanceSums = {
  attended: z.int(),
  of: z.int(),
  excused: z.int(),
  /** Whole, rounded down. Null when no class counts. */
  percent: z.int().nullable(),
} as const

const ownClass = z.object({
  session_id: z.int(),
  number: z.int(),
  topic: z.string(),
  starts_at: instant,
  ends_at: instant,
  /** Null while the class runs. */
  status: z.enum(attendanceStatuses).nullable(),
  /** Whether a person decided it. */
  marked: z.boolean(),
  /** Minutes in the class, as far as they are known: a press of Join is counted until the end of the class. */
  minutes: z.int(),
  arrived_at: instant.nullable(),
  /** Whether the classroom's provider measured the minutes. */
  measured: z.boolean(),
})

const own = z.object({
  batch_id: z.int(),
  ...attendanceSums,
  /** The share of a class, in per cent, from which a student was present. */
  threshold_percent: z.int(),
  late_minutes: z.int(),
  classes: z.array(ownClass),
})
export type OwnAttendance = z.output<typeof own>

export const readOwnAttendance = endpoint({
  name: 'readOwnAttendance',
  method: 'GET',
  path: '/attendance/:batch_id/',
  tag: 'Classes',
  summary: 'The student’s own attendance in a batch: each class that has begun, and what counts',
  access: 'student',
  params: z.object({ batch_id: id }),
  answers: { 200: own },
  errors: [401, 404],
  example: {
    answer: {
      batch_id: 101,
      attended: 1,
      of: 1,
      excused: 0,
      percent: 100,
      threshold_percent: 60,
      late_minutes: 15,
      classes: [
        {
          session_id: 2101,
          number: 1,
          topic: 'What a browser does',
          starts_at: '2026-12-07T14:00:00.000Z',
          ends_at: '2026-12-07T15:30:00.000Z',
          status: 'late',
          marked: false,
          minutes: 68,
          arrived_at: '2026-12-07T14:22:00.000Z',
          measured: true,
        },
      ],
    },
  },
})
