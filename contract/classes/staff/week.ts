import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant } from '#contract/fields.ts'
import { idFilter, schoolDay } from '#contract/filters.ts'
import { sessionStates } from './sessions.ts'

export const weekViews = ['week', 'day'] as const
export type WeekView = (typeof weekViews)[number]
/** Classes of one answer. A school with more reads them by course, batch or instructor. */
export const mostClassesOfWeek = 1500
/** Clashes that are named of one class. */
export const mostClashesOfClass = 5
/** The hours in India within which a free time is offered, `HH:MM`. */
export const teachingHours = { from: '07:00', to: '22:00' } as const

/** Any day of the week, or the day itself; today when it is not given. */
const range = { day: schoolDay.optional(), view: z.enum(weekViews).optional() }
const shownRange = { from: day, to: day }

const otherClass = z.object({ id: z.int(), batch_id: z.int(), course: z.string(), starts_at: instant, ends_at: instant })
const classOfWeek = z.object({
  id: z.int(),
  batch_id: z.int(),
  course: z.string(),
  /** "Class 7 of 28"; null when cancelled. */
  number: z.int().nullable(),
  total: z.int(),
  topic: z.string(),
  starts_at: instant,
  ends_at: instant,
  /** By the server's clock, and cancelled when the batch is. */
  state: z.enum(sessionStates),
  cancel_reason: z.string(),
  /** Who teaches it: the substitute, else the batch's instructor. */
  instructor_id: z.int(),
  instructor: z.string(),
  is_substitute: z.boolean(),
  /** Whether its batch is not on sale yet. */
  is_draft: z.boolean(),
  /** Classes of other batches that its instructor teaches at that time, at most `mostClashesOfClass`; none when the class is over. */
  clashes: z.array(otherClass),
})
export type ClassOfWeek = z.output<typeof classOfWeek>

const week = z.object({
  /** The server's time. */
  now: instant,
  ...shownRange,
  /** Classes that are held within these days in whole or in part, by start. */
  classes: z.array(classOfWeek),
  /** Whether there are more than `mostClassesOfWeek`. */
  has_more: z.boolean(),
  holidays: z.array(z.object({ day, calendar: z.string(), name: z.string() })),
})
export type Week = z.output<typeof week>

const example: ClassOfWeek = {
  id: 2101,
  batch_id: 101,
  course: 'Full Stack Web Development',
  number: 7,
  total: 48,
  topic: 'Reading a query plan',
  starts_at: '2026-12-21T14:00:00.000Z',
  ends_at: '2026-12-21T15:30:00.000Z',
  state: 'scheduled',
  cancel_reason: '',
  instructor_id: 1,
  instructor: 'Meera Kulkarni',
  is_substitute: false,
  is_draft: false,
  clashes: [],
}

/** An instructor reads the classes of own batches, and those that they teach as a substitute. */
export const readWeek = endpoint({
  name: 'readWeek',
  method: 'GET',
  path: '/staff/week/',
  tag: 'Staff: week',
  summary: 'The classes of all batches in one week or on one day, with clashes and holidays',
  access: { staff: 'week:read' },
  query: z.strictObject({ ...range, course: idFilter, batch: idFilter, instructor: idFilter }),
  answers: { 200: week },
  example: {
    answer: {
      now: '2026-12-21T06:30:00.000Z',
      from: '2026-12-21',
      to: '2026-12-27',
      classes: [example],
      has_more: false,
      holidays: [{ day: '2026-12-25', calendar: 'India', name: 'Christmas' }],
    },
  },
})

const minutes = z
  .string()
  .regex(/^\d{1,3}$/, 'Please give the minutes as a number.')
  .transform(Number)
  .pipe(z.int().min(15, 'A class lasts 15 minutes or more.').max(600, 'A class lasts 10 hours at most.'))

const freeTimes = z.object({ ...shownRange, free: z.array(z.object({ starts_at: instant, ends_at: instant })) })
export type FreeTimes = z.output<typeof freeTimes>

export const listFreeTimes = endpoint({
  name: 'listFreeTimes',
  method: 'GET',
  path: '/staff/week/free/',
  tag: 'Staff: week',
  summary: 'When an instructor, and a batch if one is given, have no class within the teaching hours of a week or a day',
  access: { staff: 'sessions:read' },
  query: z.strictObject({
    ...range,
    instructor: id,
    batch: idFilter,
    /** What a free time has at least. */
    minutes,
    /** A class that is to be moved: its own time counts as free. */
    session: idFilter,
  }),
  answers: { 200: freeTimes },
  errors: [404],
  example: {
    answer: {
      from: '2026-12-21',
      to: '2026-12-27',
      free: [{ starts_at: '2026-12-22T01:30:00.000Z', ends_at: '2026-12-22T14:00:00.000Z' }],
    },
  },
})
