import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, id, instant, line, rowId } from '#contract/fields.ts'
import { flag, recordFields, resource } from '#contract/resource.ts'
import { classroomUrl } from '#contract/addresses.ts'
import { schoolDay } from '#contract/filters.ts'
import { classroomProvider, classroomProviderNames, tells } from './sessions.ts'

export const batchStates = ['draft', 'ahead', 'running', 'completed', 'cancelled'] as const
export const batchStateNames: Readonly<Record<(typeof batchStates)[number], string>> = {
  draft: 'Draft',
  ahead: 'Upcoming',
  running: 'Running',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

const facts = {
  course_id: z.int(),
  mode_of_training: z.string(),
  batch_type: z.string(),
  instructor_id: z.int(),
  /** Null: unlimited. */
  capacity: z.int().nullable(),
  classroom_url: z.string().nullable(),
  /** One of `classroomProviders`, or of a later version. */
  classroom_provider: z.string(),
  first_day: day,
  /** IST, `HH:MM`. */
  clock: z.string(),
  weekdays: z.array(z.int()),
  minutes: z.int(),
  /** The pattern ends after a number of classes or on a day. One of the two is null. */
  class_count: z.int().nullable(),
  last_day: day.nullable(),
  /** Calendar of holidays; null when holidays do not matter. */
  calendar: z.string().nullable(),
}

const record = z.object({
  ...recordFields,
  ...facts,
  course: z.string(),
  instructor: z.string(),
  state: z.enum(batchStates),
  starts_at: instant,
  ends_at: instant,
  time: z.string(),
  /** Classes that are not cancelled. */
  classes: z.int(),
  students: z.int(),
})
export type BatchRecord = z.output<typeof record>

const pattern = {
  first_day: schoolDay,
  clock: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Please give a time from 00:00 to 23:59.'),
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, 'Please choose a weekday.')
    .refine((days) => new Set(days).size === days.length, 'This names a weekday twice.'),
  minutes: z.int().min(15, 'A class lasts 15 minutes or more.').max(600, 'A class lasts 10 hours at most.'),
  class_count: z.int().min(1, 'A batch has a class.').max(400, 'A batch has 400 classes at most.').nullable(),
  last_day: schoolDay.nullable(),
  calendar: line(60).nullable(),
}
const patternInput = z.strictObject(pattern)
export type PatternInput = z.output<typeof patternInput>

const input = z.strictObject({
  course_id: rowId,
  mode_of_training: line(60, 'Mode of training is required.'),
  batch_type: line(60, 'Type is required.'),
  instructor_id: rowId,
  capacity: z.int().min(1, 'Please give a number of seats, or none.').max(100_000).nullable(),
  classroom_url: classroomUrl,
  /** Null and absent: here in the demo, else at a link. */
  classroom_provider: classroomProvider.nullish(),
  ...pattern,
})

const factsExample = {
  course_id: 1,
  mode_of_training: 'Live online',
  batch_type: 'Weekday evening',
  instructor_id: 1,
  capacity: 30,
  classroom_url: 'https://classroom.example/fs-101',
  classroom_provider: 'link' as const,
  first_day: '2026-12-07',
  clock: '19:30',
  weekdays: [1, 3, 5],
  minutes: 90,
  class_count: 48,
  last_day: null,
  calendar: 'India',
}
const example = {
  ...factsExample,
  id: 101,
  version: 3,
  course: 'Full Stack Web Development',
  instructor: 'Meera Kulkarni',
  state: 'ahead' as const,
  starts_at: '2026-12-07T14:00:00.000Z',
  ends_at: '2027-03-26T15:30:00.000Z',
  time: '7:30 PM – 9:00 PM IST',
  classes: 48,
  students: 12,
}

/** Batches with their patterns. A change of the pattern moves classes that are ahead and were not edited by hand. */
export const batches = resource({
  name: 'batches',
  singular: 'batch',
  record,
  input,
  changes: input.extend({ classroom_provider: classroomProvider }),
  filters: {
    course: id.optional(),
    state: z.enum(batchStates, `Please give one of ${batchStates.join(', ')}.`).optional(),
    instructor: id.optional(),
  },
  sort: ['starts_at', 'course', 'id'],
  permission: { read: 'batches:read', write: 'batches:write' },
  verbs: {
    generate: 'Bring the classes in line with the pattern and the holidays',
    publish: 'Put a draft on sale',
  },
  words: { state: batchStateNames, classroom_provider: classroomProviderNames },
  examples: { record: example, input: factsExample },
})

const plan = z.object({
  sessions: z.array(
    z.object({
      change: z.enum(['added', 'removed', 'moved', 'unchanged']),
      session_id: z.int().nullable(),
      was_at: instant.nullable(),
      /** Null for a class that goes. */
      starts_at: instant.nullable(),
      ends_at: instant.nullable(),
      /** The holiday on which the class falls all the same. */
      holiday: z.string().nullable(),
      /** Empty for a new class. A removed class that has one gives it to the class that takes its place when the plan is longer again. */
      topic: z.string(),
    }),
  ),
  /** Holidays on class days, which the pattern skips. */
  skipped: z.array(z.object({ day, name: z.string() })),
  /** Classes ahead at which the instructor has another class. */
  clashes: z.array(z.object({ starts_at: instant, what: z.string() })),
  tells,
})
export type ClassPlan = z.output<typeof plan>

const planExample: ClassPlan = {
  sessions: [
    {
      change: 'added',
      session_id: null,
      was_at: null,
      starts_at: '2026-12-07T14:00:00.000Z',
      ends_at: '2026-12-07T15:30:00.000Z',
      holiday: null,
      topic: '',
    },
  ],
  skipped: [{ day: '2026-12-25', name: 'Christmas Day' }],
  clashes: [],
  tells: { students: 0, instructors: [] },
}
const write = { staff: 'batches:write' } as const
const tag = 'Staff: batches'
const { first_day, clock, weekdays, minutes, class_count, last_day, calendar } = factsExample

/** A pattern, the batch with whose classes it is compared, and who teaches: without that, the batch's instructor. */
export const previewInput = patternInput.extend({ batch_id: rowId.nullable(), instructor_id: rowId.nullish() })

export const previewBatch = endpoint({
  name: 'previewBatch',
  method: 'POST',
  path: '/staff/batches/preview/',
  tag,
  summary: 'The classes that a pattern makes, or the difference for a batch; writes nothing',
  access: write,
  body: previewInput,
  answers: { 200: plan },
  errors: [404],
  example: {
    body: { batch_id: null, first_day, clock, weekdays, minutes, class_count, last_day, calendar },
    answer: planExample,
  },
})

const outdated = z.object({
  id: z.int(),
  version: z.int(),
  course: z.string(),
  starts_at: instant,
  calendar: z.string().nullable(),
  added: z.int(),
  removed: z.int(),
  moved: z.int(),
})
export type OutdatedBatch = z.output<typeof outdated>

export const listOutdatedBatches = endpoint({
  name: 'listOutdatedBatches',
  method: 'GET',
  path: '/staff/batches/outdated/',
  tag,
  summary: 'Batches whose classes differ from pattern and holidays, such as after a new holiday; generate brings them in line',
  access: { staff: 'batches:read' },
  query: z.strictObject({ batch: id.optional() }),
  answers: {
    // Not complete while other batches wait to be compared, or when more of them differ.
    200: z.object({ items: z.array(outdated), is_complete: z.boolean() }),
  },
  example: {
    answer: {
      is_complete: true,
      items: [
        {
          id: 101,
          version: 3,
          course: example.course,
          starts_at: example.starts_at,
          calendar: 'India',
          added: 0,
          removed: 0,
          moved: 12,
        },
      ],
    },
  },
})

export const duplicateBatch = endpoint({
  name: 'duplicateBatch',
  method: 'POST',
  path: '/staff/batches/:id/duplicate/',
  tag,
  summary: 'Make a draft like this batch that starts on another day; with preview=true only its classes are answered',
  access: write,
  params: z.object({ id }),
  query: z.strictObject({ preview: flag.optional() }),
  /** What is not given is as in the batch. */
  body: z.strictObject({
    starts_on: schoolDay,
    calendar: pattern.calendar.optional(),
    instructor_id: rowId.optional(),
    clock: pattern.clock.optional(),
    minutes: pattern.minutes.optional(),
  }),
  answers: { 200: plan, 201: record },
  errors: [404, 409],
  example: {
    body: { starts_on: '2027-02-01', calendar: 'India' },
    answer: planExample,
    others: { 201: { ...example, state: 'draft' } },
  },
})
