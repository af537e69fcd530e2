import { z } from 'zod'
import { recordingStates, recordingStateNames } from '#contract/classes/classes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { day, id, instant } from '#contract/fields.ts'
import { flag, readOnlyResource } from '#contract/resource.ts'
import { batchStates, batchStateNames } from './batches.ts'
import { schoolDay } from '#contract/filters.ts'
import { classFacts, sessions, classStateNames } from './sessions.ts'

/** Days for which an instructor is asked for what a class lacks, before it and after it. */
export const needDays = 14
/** Days of classes on Today. */
export const weekDays = 7

const read = { read: 'teaching:own' } as const

const ownBatch = z.object({
  id: z.int(),
  course: z.string(),
  batch_type: z.string(),
  mode_of_training: z.string(),
  starts_at: instant,
  ends_at: instant,
  time: z.string(),
  state: z.enum(batchStates),
  /** Classes that are not cancelled, and those of them that are over. */
  classes: z.int(),
  classes_held: z.int(),
  students: z.int(),
  /** False for a batch of somebody else, of which the person teaches single classes as a substitute. */
  teaches: z.boolean(),
})
export type OwnBatch = z.output<typeof ownBatch>

/** Batches of the person who asks, and those where the person is a substitute. */
export const ownBatches = readOnlyResource({
  name: 'own-batches',
  singular: 'own-batch',
  record: ownBatch,
  filters: {
    state: z.enum(batchStates, `Please give one of ${batchStates.join(', ')}.`).optional(),
    teaches: flag.optional(),
  },
  sort: ['starts_at', 'course', 'id'],
  usualSort: '-starts_at',
  permission: read,
  words: { state: batchStateNames },
  examples: {
    record: {
      id: 101,
      course: 'Full Stack Web Development',
      batch_type: 'Weekday evening',
      mode_of_training: 'Live online',
      starts_at: '2026-12-07T14:00:00.000Z',
      ends_at: '2027-03-26T15:30:00.000Z',
      time: '7:30 PM – 9:00 PM IST',
      state: 'running',
      classes: 48,
      classes_held: 6,
      students: 12,
      teaches: true,
    },
  },
})

const ownClass = z.object({
  ...classFacts,
  /** The classroom can be opened from this time until the end. */
  opens_at: instant,
  /** Who teaches the class. */
  instructor: z.string(),
  /** Whether that is the person who asks: who opens the classroom and writes the words. */
  mine: z.boolean(),
  /** Who is replaced. */
  substitute_for: z.string().nullable(),
  /** Students read both in their room. */
  prepare: z.string(),
  notes: z.string(),
  has_classroom: z.boolean(),
  /** Of a class that is over. */
  recording: z.enum(recordingStates).nullable(),
})
export type OwnClass = z.output<typeof ownClass>

const classExample: OwnClass = {
  id: 2101,
  version: 2,
  batch_id: 101,
  course: 'Full Stack Web Development',
  number: 7,
  total: 48,
  topic: 'Reading a query plan',
  module: 'Databases',
  starts_at: '2026-12-21T14:00:00.000Z',
  ends_at: '2026-12-21T15:30:00.000Z',
  opens_at: '2026-12-21T13:45:00.000Z',
  state: 'scheduled',
  moved_from: null,
  cancel_reason: '',
  makes_up_for_at: null,
  made_up_at: null,
  instructor: 'Meera Kulkarni',
  mine: true,
  substitute_for: null,
  prepare: 'Bring a slow query.',
  notes: '',
  has_classroom: true,
  recording: null,
}

/** The classes of own batches, and those that the person teaches as a substitute. */
export const ownClasses = readOnlyResource({
  name: 'own-classes',
  singular: 'own-class',
  record: ownClass,
  filters: {
    batch: id.optional(),
    from: schoolDay.optional(),
    to: schoolDay.optional(),
    /** Those that the person teaches. */
    mine: flag.optional(),
    /** Those that are not over and not cancelled. */
    ahead: flag.optional(),
  },
  sort: ['starts_at', 'id'],
  permission: read,
  words: { state: classStateNames, recording: recordingStateNames },
  examples: { record: classExample },
})

const { prepare, notes } = sessions.input.shape
/** What an instructor writes about a class. */
export const classWords = z.strictObject({ prepare, notes })

export const writeClassWords = endpoint({
  name: 'writeClassWords',
  method: 'PATCH',
  path: '/staff/own-classes/:id/',
  tag: 'Staff: own-classes',
  summary: 'Write what students prepare for a class and the notes of it; tells nobody; If-Match names the version',
  access: { staff: 'teaching:own' },
  params: z.object({ id }),
  body: classWords.partial().refine((fields) => Object.keys(fields).length > 0, 'Please send a field to change.'),
  version: 'required',
  answers: { 200: ownClass },
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: ownClass }) },
  example: {
    body: { prepare: classExample.prepare },
    answer: classExample,
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: classExample } },
  },
})

const ownStudent = z.object({ id: z.int(), batch_id: z.int(), name: z.string(), enrolled_at: instant })
export type OwnStudent = z.output<typeof ownStudent>

/** Names of the students of these batches. The id is that of the enrolment. An instructor needs no address and no phone number. */
export const ownStudents = readOnlyResource({
  name: 'own-students',
  singular: 'own-student',
  record: ownStudent,
  filters: { batch: id.optional() },
  sort: ['name', 'enrolled_at', 'id'],
  permission: read,
  stepUp: ['export'],
  examples: { record: { id: 7, batch_id: 101, name: 'Asha Patil', enrolled_at: '2026-11-21T06:30:00.000Z' } },
})

const needKinds = ['classroom', 'notes', 'recording', 'report'] as const
const noticeKinds = ['moved', 'cancelled', 'restored', 'added', 'removed', 'instructor', 'link', 'timetable'] as const

const ofClass = {
  session_id: z.int(),
  batch_id: z.int(),
  course: z.string(),
  number: z.int(),
  total: z.int(),
  topic: z.string(),
  starts_at: instant,
}
const teachingDay = z.object({
  /** The server's time, and the day in India. */
  now: instant,
  day,
  /** The class that runs or comes next; null when none is left. */
  next: ownClass
    .extend({
      students: z.int(),
      /** The class of the batch before it, as far as the person sees it. */
      last: z
        .object({
          session_id: z.int(),
          number: z.int(),
          /** Names of those who were absent; null when nothing is known of anybody. */
          absent: z.array(z.string()).nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Classes of today and the next six days, cancelled ones too. */
  week: z.array(ownClass),
  /**
   * `classroom`: none is set. `notes`: the class is over. `recording`: it should be there by now. `report`: lines of its report
   * name nobody. Classes ahead, then the newest first. */
  needs: z.array(z.object({ ...ofClass, kind: z.enum(needKinds) })),
  /** What people were told of the last seven days, the newest first. Without a class it is about several, or the class is gone. */
  changes: z.array(
    z.object({
      id: z.int(),
      change: z.enum(noticeKinds),
      batch_id: z.int(),
      course: z.string(),
      session_id: z.int().nullable(),
      topic: z.string().nullable(),
      starts_at: instant.nullable(),
      at: instant,
    }),
  ),
})
export type TeachingDay = z.output<typeof teachingDay>

export const readTeachingDay = endpoint({
  name: 'readTeachingDay',
  method: 'GET',
  path: '/staff/teaching/',
  tag: 'Staff: teaching',
  summary: 'The next class of the person who asks, the classes of the week, what they lack, and what has changed',
  access: { staff: 'teaching:own' },
  answers: { 200: teachingDay },
  example: {
    answer: {
      now: '2026-12-21T13:40:00.000Z',
      day: '2026-12-21',
      next: { ...classExample, students: 12, last: { session_id: 2100, number: 6, absent: ['Asha Patil'] } },
      week: [classExample],
      needs: [
        {
          kind: 'notes',
          session_id: 2100,
          batch_id: 101,
          course: classExample.course,
          number: 6,
          total: 48,
          topic: 'Indexes',
          starts_at: '2026-12-18T14:00:00.000Z',
        },
      ],
      changes: [
        {
          id: 5,
          change: 'moved',
          batch_id: 101,
          course: classExample.course,
          session_id: 2101,
          topic: classExample.topic,
          starts_at: classExample.starts_at,
          at: '2026-12-20T06:30:00.000Z',
        },
      ],
    },
  },
})
