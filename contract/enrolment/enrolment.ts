import { z } from 'zod'
import { cardExample, courseCard } from '#contract/catalog/catalog.ts'
import { endpoint } from '#contract/endpoint.ts'
import { waitlistEntry, waitlistExample } from '#contract/enrolment/waitlist.ts'
import { day, instant, rupees } from '#contract/fields.ts'

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
  classes_held: z.int(),
  /** Without the cancelled ones. */
  classes_total: z.int(),
  /** Classes of which the student can watch a recording. */
  classes_recorded: z.int(),
})

const enrolledCourse = courseCard.extend({
  batch_id: z.int(),
  enrolled_batches: z.array(enrolledBatch),
})
export type EnrolledCourse = z.output<typeof enrolledCourse>

export const listEnrolledCourses = endpoint({
  name: 'listEnrolledCourses',
  begun: true,
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
              classes_held: 0,
              classes_total: 42,
              classes_recorded: 0,
            },
          ],
        },
      ],
    },
  },
})

const todayClass = z.object({
  session_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  batch_id: z.int(),
  /** "Class 7 of 28". */
  number: z.int(),
  total: z.int(),
  topic: z.string(),
  prepare: z.string(),
  instructor: z.string(),
  starts_at: instant,
  ends_at: instant,
  opens_at: instant,
  /** The first start that the class had before it was moved. */
  moved_from: instant.nullable(),
})
export type TodayClass = z.output<typeof todayClass>

const todayRecording = z.object({
  id: z.int(),
  session_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  batch_id: z.int(),
  day_number: z.int(),
  title: z.string(),
  date: day,
  duration_seconds: z.int(),
  position_seconds: z.int(),
  completed: z.boolean(),
})
export type TodayRecording = z.output<typeof todayRecording>

const unfinishedPayment = z.object({
  batch_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  image: z.string(),
  batch_type: z.string(),
  instructor_name: z.string(),
  starts_at: instant,
  /** Rupees to pay. */
  amount: rupees,
  /** Until then a seat is reserved; null when none is. */
  hold_until: instant.nullable(),
  /** `confirming`: the student has paid, and the provider has not confirmed it yet. */
  state: z.enum(['open', 'confirming']),
})
export type UnfinishedPayment = z.output<typeof unfinishedPayment>

const duePayment = z.object({
  batch_id: z.int(),
  course_id: z.int(),
  course: z.string(),
  /** The day by which the next part is due. */
  due_on: day,
  /** Whether joining and recordings wait for it. */
  is_paused: z.boolean(),
})
export type DuePayment = z.output<typeof duePayment>

const studentToday = z.object({
  /** The server's time. */
  now: instant,
  /** The running and next class of each batch, and the classes of the next seven days, by start. */
  classes: z.array(todayClass),
  /** The latest classes that have one. */
  recordings: z.array(todayRecording),
  unfinished_payments: z.array(unfinishedPayment),
  /** Parts of a price that are late, or due within three days. */
  due_payments: z.array(duePayment),
  /** Batches that the student waits for, offered seats first. */
  waits: z.array(waitlistEntry),
})
export type StudentToday = z.output<typeof studentToday>

export const readStudentToday = endpoint({
  name: 'readStudentToday',
  begun: true,
  method: 'GET',
  path: '/today/',
  tag: 'Enrolment',
  summary: 'What a student does next over all courses: classes, newest recordings and payments that are not finished',
  access: 'student',
  answers: { 200: studentToday },
  errors: [401],
  example: {
    answer: {
      now: '2026-12-21T09:30:00.000Z',
      classes: [
        {
          session_id: 2107,
          course_id: 1,
          course: 'Full Stack Web Development',
          batch_id: 101,
          number: 7,
          total: 42,
          topic: 'Reading a query plan',
          prepare: 'Bring a slow query.',
          instructor: 'Meera Kulkarni',
          starts_at: '2026-12-21T14:00:00.000Z',
          ends_at: '2026-12-21T15:30:00.000Z',
          opens_at: '2026-12-21T13:45:00.000Z',
          moved_from: null,
        },
      ],
      recordings: [
        {
          id: 6,
          session_id: 2106,
          course_id: 1,
          course: 'Full Stack Web Development',
          batch_id: 101,
          day_number: 6,
          title: 'Indexes',
          date: '2026-12-18',
          duration_seconds: 5400,
          position_seconds: 734,
          completed: false,
        },
      ],
      due_payments: [
        { batch_id: 101, course_id: 1, course: 'Full Stack Web Development', due_on: '2026-12-23', is_paused: false },
      ],
      unfinished_payments: [
        {
          batch_id: 118,
          course_id: 3,
          course: 'Kubernetes in Production',
          image: 'media/art/course/3.svg',
          batch_type: 'Weekend',
          instructor_name: 'Farhan Ali',
          starts_at: '2027-01-09T04:30:00.000Z',
          amount: 28000,
          hold_until: '2026-12-21T09:42:00.000Z',
          state: 'open',
        },
      ],
      waits: [waitlistExample],
    },
  },
})
