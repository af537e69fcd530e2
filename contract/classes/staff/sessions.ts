import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { id, instant, line, lines, paragraph, rowId } from '#contract/fields.ts'
import { flag, recordFields, resource } from '#contract/resource.ts'
import { classroomUrl } from '#contract/addresses.ts'
import { schoolDay } from '#contract/filters.ts'

export const sessionStates = ['scheduled', 'live', 'held', 'cancelled'] as const
export const classStateNames: Readonly<Record<(typeof sessionStates)[number], string>> = {
  scheduled: 'Scheduled',
  live: 'Live now',
  held: 'Held',
  cancelled: 'Cancelled',
}

/** Where a class is held: at a link that staff give, or in the product itself. */
export const classroomProviders = ['link', 'builtin'] as const
export const classroomProviderNames: Readonly<Record<(typeof classroomProviders)[number], string>> = {
  link: 'A link that staff give',
  builtin: 'Here, in the product (beta)',
}
export const classroomProvider = z.enum(classroomProviders, `Please give one of ${classroomProviders.join(', ')}.`)

/** What each list of classes says of a class. */
export const classFacts = {
  ...recordFields,
  batch_id: z.int(),
  course: z.string(),
  /** "Class 7 of 28"; null when cancelled. */
  number: z.int().nullable(),
  total: z.int(),
  topic: z.string(),
  module: z.string(),
  starts_at: instant,
  ends_at: instant,
  /** By the server's clock, and cancelled when the batch is. */
  state: z.enum(sessionStates),
  moved_from: instant.nullable(),
  /** Empty for a class that is held, and when staff gave none. */
  cancel_reason: z.string(),
  /** Start of the cancelled class that this class makes up for. */
  makes_up_for_at: instant.nullable(),
  /** Start of the class that makes up for this one. */
  made_up_at: instant.nullable(),
}

const record = z.object({
  ...classFacts,
  /** Who teaches it: the substitute, else the batch's instructor. */
  instructor_id: z.int(),
  instructor: z.string(),
  /** The instructor who is replaced. */
  substitute_for: z.int().nullable(),
  /** Other batches that its instructor teaches at that time; null without one, and when the class is over. */
  clash: z.string().nullable(),
  notes: z.string(),
  prepare: z.string(),
  /** A link of its own; null for that of the batch. */
  classroom_url: z.string().nullable(),
  /** Null: where the classes of the batch are held. Else one of `classroomProviders`, or of a later version. */
  classroom_provider: z.string().nullable(),
  edited: z.boolean(),
  extra: z.boolean(),
  /** The cancelled class that it makes up for. */
  makes_up_for: z.int().nullable(),
  /** The class that makes up for it. */
  made_up_by: z.int().nullable(),
  /** SEQUENCE of the calendar. */
  sequence: z.int(),
})
export type SessionRecord = z.output<typeof record>

const timing = {
  // PostgreSQL has no year 0 and no offset of 16 hours.
  starts_at: instant.refine(
    (text) => /^2\d{3}-/.test(text) && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text),
    'Please give a time of this century with the offset of its zone.',
  ),
  minutes: z.int().min(15, 'A class lasts 15 minutes or more.').max(600, 'A class lasts 10 hours at most.'),
}
const orEmpty = <Text extends z.ZodType<string>>(text: Text) => z.union([z.literal(''), text])

const input = z.strictObject({
  batch_id: rowId,
  ...timing,
  topic: orEmpty(line(200)),
  module: orEmpty(line(200)),
  notes: orEmpty(paragraph(4000)),
  prepare: orEmpty(paragraph(4000)),
  classroom_url: classroomUrl,
  classroom_provider: classroomProvider.nullable().optional(),
})

const words = {
  topic: 'Reading a query plan',
  module: 'Databases',
  notes: '',
  prepare: 'Bring a slow query.',
  classroom_url: null,
  classroom_provider: null,
}
const example: z.input<typeof record> = {
  ...words,
  id: 2101,
  version: 2,
  batch_id: 101,
  course: 'Full Stack Web Development',
  number: 7,
  total: 48,
  starts_at: '2026-12-21T14:00:00.000Z',
  ends_at: '2026-12-21T15:30:00.000Z',
  state: 'scheduled',
  moved_from: null,
  cancel_reason: '',
  makes_up_for: null,
  makes_up_for_at: null,
  made_up_by: null,
  made_up_at: null,
  instructor_id: 1,
  instructor: 'Meera Kulkarni',
  substitute_for: null,
  clash: null,
  edited: false,
  extra: false,
  sequence: 1,
}

/** Classes of batches. A new one is a make-up class. A change of start or minutes moves the class. */
export const sessions = resource({
  name: 'sessions',
  singular: 'session',
  record,
  input,
  filters: {
    batch: id.optional(),
    from: schoolDay.optional(),
    to: schoolDay.optional(),
    instructor: id.optional(),
  },
  sort: ['starts_at', 'id'],
  permission: { read: 'sessions:read', write: 'sessions:write' },
  words: { state: classStateNames, classroom_provider: classroomProviderNames },
  examples: {
    record: example,
    input: { ...words, batch_id: 101, starts_at: '2026-12-26T14:00:00.000Z', minutes: 90 },
  },
})

/** Who gets a mail about a change: how many students, and the names of instructors. */
export const tells = z.object({ students: z.int(), instructors: z.array(z.string()) })
export type NotifiedPeople = z.output<typeof tells>

/** What a verb does. With `preview=true` the same is answered and nothing is changed. */
const outcome = z.object({
  session: record,
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** What else is at that time: a holiday of the batch's calendar, or another class of the instructor. */
  clashes: z.array(z.object({ kind: z.enum(['holiday', 'instructor']), what: z.string() })),
  /** Enrolled students. */
  students: z.int(),
  tells,
})
export type SessionOutcome = z.output<typeof outcome>

const outcomeExample = {
  session: example,
  changes: [{ field: 'starts_at', before: '2026-12-21T14:00:00.000Z', after: '2026-12-22T14:00:00.000Z' }],
  clashes: [],
  students: 12,
  tells: { students: 12, instructors: ['Meera Kulkarni'] },
}
const preview = z.strictObject({ preview: flag.optional() })
const common = { method: 'POST', tag: 'Staff: sessions', access: { staff: 'sessions:write' }, query: preview } as const
const ofSession = {
  ...common,
  params: z.object({ id }),
  version: 'required',
  answers: { 200: outcome },
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: record }) },
} as const
const others = { 412: { ...body('Somebody else has changed this.', 'stale'), current: example } }

export const moveSession = endpoint({
  ...ofSession,
  name: 'moveSession',
  path: '/staff/sessions/:id/move/',
  summary: 'Move a class',
  body: z.strictObject(timing),
  example: { body: { starts_at: '2026-12-22T14:00:00.000Z', minutes: 90 }, answer: outcomeExample, others },
})

export const cancelSession = endpoint({
  ...ofSession,
  name: 'cancelSession',
  path: '/staff/sessions/:id/cancel/',
  summary: 'Cancel a class, and make up for it at another time',
  /** Students read the reason in their mail and their room. The make-up class has the topic of the cancelled one. */
  body: z.strictObject({ reason: orEmpty(line(200)), make_up: z.strictObject(timing).optional() }).nullish(),
  example: {
    body: { reason: 'The instructor is ill.', make_up: { starts_at: '2026-12-26T14:00:00.000Z', minutes: 90 } },
    answer: outcomeExample,
    others,
  },
})

export const restoreSession = endpoint({
  ...ofSession,
  name: 'restoreSession',
  path: '/staff/sessions/:id/restore/',
  summary: 'Hold a cancelled class after all; its make-up class is cancelled',
  example: { answer: outcomeExample, others },
})

export const substituteInstructor = endpoint({
  ...ofSession,
  name: 'substituteInstructor',
  path: '/staff/sessions/:id/substitute/',
  summary: 'Let another instructor teach one class; null gives it back',
  body: z.strictObject({ instructor_id: rowId.nullable() }),
  example: { body: { instructor_id: 2 }, answer: outcomeExample, others },
})

const substitute = z.object({
  id: z.int(),
  name: z.string(),
  background: z.string(),
  /** What the instructor teaches at that time; null for one who is free. */
  busy: z.string().nullable(),
})
export type Substitute = z.output<typeof substitute>

export const listSubstitutes = endpoint({
  name: 'listSubstitutes',
  method: 'GET',
  path: '/staff/sessions/:id/substitutes/',
  tag: 'Staff: sessions',
  summary: 'Instructors who could teach a class, the free ones first',
  access: { staff: 'sessions:write' },
  params: z.object({ id }),
  answers: { 200: z.object({ substitutes: z.array(substitute) }) },
  errors: [404],
  example: {
    answer: {
      substitutes: [
        { id: 2, name: 'Aditi Kulkarni', background: 'Eleven years as a web developer', busy: null },
        { id: 5, name: 'Nikhil Rao', background: 'Data engineer', busy: 'batch 118, Data Analytics with SQL and Python' },
      ],
    },
  },
})

const makeUpTime = z.object({ starts_at: instant, ends_at: instant })
export type MakeUpTime = z.output<typeof makeUpTime>

export const listMakeUpTimes = endpoint({
  name: 'listMakeUpTimes',
  method: 'GET',
  path: '/staff/sessions/:id/make-up-times/',
  tag: 'Staff: sessions',
  summary: 'Times at which a class can be made up: its batch and the instructor are free, and no holiday is on that day',
  access: { staff: 'sessions:write' },
  params: z.object({ id }),
  answers: { 200: z.object({ times: z.array(makeUpTime) }) },
  errors: [404],
  example: { answer: { times: [{ starts_at: '2026-12-26T14:00:00.000Z', ends_at: '2026-12-26T15:30:00.000Z' }] } },
})

const { batch_id: _, ...ofBatch } = input.shape

export const makeUpClass = endpoint({
  ...common,
  name: 'makeUpClass',
  path: '/staff/batches/:id/make-up/',
  summary: 'Add a class to a batch',
  params: z.object({ id }),
  /** With a cancelled class that it makes up for, the words are those of that class unless others are given. */
  body: z
    .strictObject({ ...ofBatch, makes_up_for: rowId })
    .partial()
    .required({ starts_at: true, minutes: true }),
  answers: { 200: outcome, 201: outcome },
  errors: [404, 409],
  example: {
    body: { starts_at: '2026-12-26T14:00:00.000Z', minutes: 90, topic: 'Reading a query plan' },
    answer: outcomeExample,
    others: { 201: outcomeExample },
  },
})

const named = z.object({
  sessions: z.array(
    z.object({ id: z.int(), number: z.int(), before: z.string(), after: z.string(), module: z.string(), changed: z.boolean() }),
  ),
  tells: z.literal('nobody'),
})
export type NamedTopics = z.output<typeof named>

export const nameTopics = endpoint({
  ...common,
  name: 'nameTopics',
  path: '/staff/batches/:id/topics/',
  summary: 'Name the classes of a batch from a pasted list: one line a class; a tab separates module and topic',
  params: z.object({ id }),
  /** An empty line leaves its class as it is. */
  body: z.strictObject({ topics: lines(30_000, 'Please paste a list of topics.') }),
  answers: { 200: named },
  errors: [404],
  example: {
    body: { topics: 'What a browser does\nDatabases\tReading a query plan' },
    answer: {
      sessions: [{ id: 2101, number: 1, before: '', after: 'What a browser does', module: '', changed: true }],
      tells: 'nobody',
    },
  },
})
