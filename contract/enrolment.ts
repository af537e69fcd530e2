import { z } from 'zod'
import { cardExample, courseCard } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { day, instant } from './fields.ts'

const enrolledBatch = z.object({
  batch_id: z.int(),
  batch_date: day,
  status: z.string(),
  /** The address that joins the current or next class; null after the last one. */
  classroom_url: z.string().nullable(),
  /** The class that runs or comes next; null after the last one and in a cancelled batch. */
  next_class: z
    .object({
      session_id: z.int(),
      /** Number of the class within its batch, from 1. */
      day_number: z.int(),
      starts_at: instant,
      ends_at: instant,
    })
    .nullable(),
})

export const enrolledCourse = courseCard.extend({
  batch_id: z.int(),
  enrolled_batches: z.array(enrolledBatch),
})
export type EnrolledCourse = z.output<typeof enrolledCourse>

export const listEnrolledCourses = endpoint({
  name: 'listEnrolledCourses',
  method: 'GET',
  path: '/enrolled-courses/',
  tag: 'Enrolment',
  summary: 'Courses with an active enrolment of the student',
  access: 'student',
  answers: { 200: z.object({ 'enrolled courses': z.array(enrolledCourse) }) },
  errors: [401],
  example: {
    answer: {
      'enrolled courses': [
        {
          ...cardExample,
          batch_id: 101,
          enrolled_batches: [
            {
              batch_id: 101,
              batch_date: '2026-12-07',
              status: 'Starts on 7 Dec 2026',
              classroom_url: 'https://school.example/join/2101',
              next_class: {
                session_id: 2101,
                day_number: 1,
                starts_at: '2026-12-07T14:00:00.000Z',
                ends_at: '2026-12-07T15:30:00.000Z',
              },
            },
          ],
        },
      ],
    },
  },
})
