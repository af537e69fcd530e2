import { z } from 'zod'
import { chapter, chapterList } from '#contract/classes/chapters.ts'
import { clipInput, clipPart } from '#contract/classes/clips.ts'
import { recordingStates, recordingStateNames } from '#contract/classes/classes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { id, instant, line, rowId } from '#contract/fields.ts'
import { readRecordingLink, recordingKinds, recordingKindNames } from '#contract/classes/recording-links.ts'
import { flag, readOnlyResource, recordFields, resource } from '#contract/resource.ts'
import { schoolDay } from '#contract/filters.ts'

/** Of a recording that exists. A class without one is expected or missing. */
const recordingRowStates = ['ready', 'withheld'] as const

const record = z.object({
  ...recordFields,
  session_id: z.int(),
  batch_id: z.int(),
  course: z.string(),
  /** Number of the class. */
  number: z.int(),
  starts_at: instant,
  title: z.string(),
  kind: z.enum(recordingKinds),
  /** The address that plays, or the path of a file of the school. */
  url: z.string(),
  /** 0 when nobody has said it. */
  duration_minutes: z.int(),
  /** The same, exactly. */
  duration_seconds: z.int(),
  /** Anybody can watch it. */
  is_preview: z.boolean(),
  state: z.enum(recordingRowStates),
  /** Empty unless it is withheld. Students do not read it. */
  withhold_reason: z.string(),
  /** Students who have begun to watch. */
  watched_by: z.int(),
  /** By time. Those that begin after the end are shown to staff alone. */
  chapters: z.array(chapter),
  /** The part that public pages play; null when staff chose none. */
  clip: clipPart.nullable(),
  /** Whether visitors see the clip now. */
  clip_is_shown: z.boolean(),
  created_at: instant,
})
export type RecordingRecord = z.output<typeof record>

const url = z
  .string({ error: 'Link is required.' })
  .max(2000, 'Please keep this under 2001 characters.')
  .refine(
    (text) => readRecordingLink(text) !== null,
    'This plays a video of YouTube or Vimeo, or a link that ends in .mp4, .webm or .m3u8.',
  )
  .transform((text) => readRecordingLink(text)?.url ?? text)
const title = line(200, 'Title is required.')
const minutes = z
  .int('Please give whole minutes.')
  .min(0, 'Please give 0 to 1,440 minutes.')
  .max(1440, 'Please give 0 to 1,440 minutes.')

const changes = z.strictObject({
  title,
  url,
  duration_minutes: minutes,
  is_preview: z.boolean(),
  chapters: chapterList,
  /** Of a free preview; null removes it. */
  clip: clipInput.nullable(),
})
const input = z.strictObject({ session_id: rowId, title, url, duration_minutes: minutes.optional() })

const chaptersExample = [
  { at_seconds: 0, title: 'Questions of last week' },
  { at_seconds: 754, title: 'Reading a query plan' },
]

const recordExample: z.input<typeof record> = {
  id: 11,
  version: 1,
  session_id: 2101,
  batch_id: 101,
  course: 'Full Stack Web Development',
  number: 7,
  starts_at: '2026-12-21T14:00:00.000Z',
  title: 'Reading a query plan',
  kind: 'youtube',
  url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  duration_minutes: 90,
  duration_seconds: 5400,
  is_preview: false,
  state: 'ready',
  withhold_reason: '',
  watched_by: 4,
  chapters: chaptersExample,
  clip: null,
  clip_is_shown: false,
  created_at: '2026-12-22T03:00:00.000Z',
}

/** Recordings of classes. An instructor reads those of own batches, and writes those of the classes that they teach. */
export const recordings = resource({
  name: 'recordings',
  singular: 'recording',
  record,
  input,
  changes,
  filters: {
    session: id.optional(),
    batch: id.optional(),
    state: z.enum(recordingRowStates, `Please give one of ${recordingRowStates.join(', ')}.`).optional(),
  },
  sort: ['created_at', 'starts_at', 'id'],
  usualSort: '-created_at',
  permission: { read: 'recordings:read', write: 'recordings:write' },
  verbs: {
    release: 'Let students watch a withheld recording',
    remove: 'Delete a recording and what students have watched of it; answers it as it was',
  },
  file: record.omit({ duration_seconds: true, chapters: true, clip: true, clip_is_shown: true }),
  words: { kind: recordingKindNames, state: recordingStateNames },
  examples: {
    record: recordExample,
    input: { session_id: 2101, title: 'Reading a query plan', url: 'https://youtu.be/dQw4w9WgXcQ', duration_minutes: 90 },
    changes: {
      title: 'Reading a query plan',
      url: 'https://youtu.be/dQw4w9WgXcQ',
      duration_minutes: 90,
      is_preview: false,
      chapters: chaptersExample,
      clip: null,
    },
  },
})

export const withholdRecording = endpoint({
  name: 'withholdRecording',
  method: 'POST',
  path: '/staff/recordings/:id/withhold/',
  tag: 'Staff: recordings',
  summary: 'Keep students from watching a recording; If-Match names the version',
  access: { staff: 'recordings:write' },
  params: z.object({ id }),
  body: z.strictObject({ reason: line(300, 'Please give a reason.') }),
  version: 'required',
  answers: { 200: record },
  errors: [404, 409, 428],
  failures: { 412: errorBody.extend({ current: record }) },
  example: {
    body: { reason: 'A student asked not to be seen in it.' },
    answer: { ...recordExample, version: 2, state: 'withheld', withhold_reason: 'A student asked not to be seen in it.' },
    others: { 412: { ...body('Somebody else has changed this.', 'stale'), current: recordExample } },
  },
})

const classRecord = z.object({
  /** Id of the class. */
  id: z.int(),
  batch_id: z.int(),
  course: z.string(),
  number: z.int(),
  total: z.int(),
  topic: z.string(),
  starts_at: instant,
  ends_at: instant,
  /** Who teaches it. */
  instructor: z.string(),
  state: z.enum(recordingStates),
  /** From then on it is missing. */
  expected_by: instant,
  /** Recordings of the class, with withheld ones. */
  recordings: z.int(),
  /** Whether the person who asks may add and change its recordings. */
  may_write: z.boolean(),
})
export type ClassRecording = z.output<typeof classRecord>

/** Classes that are over, each with the state of its recording. */
export const classRecordings = readOnlyResource({
  name: 'class-recordings',
  singular: 'class-recording',
  record: classRecord,
  filters: {
    batch: id.optional(),
    state: z.enum(recordingStates, `Please give one of ${recordingStates.join(', ')}.`).optional(),
    /** Those that are missing, of the last two weeks. */
    late: flag.optional(),
    from: schoolDay.optional(),
    to: schoolDay.optional(),
  },
  sort: ['starts_at', 'id'],
  usualSort: '-starts_at',
  permission: { read: 'recordings:read' },
  words: { state: recordingStateNames },
  examples: {
    record: {
      id: 2101,
      batch_id: 101,
      course: 'Full Stack Web Development',
      number: 7,
      total: 48,
      topic: 'Reading a query plan',
      starts_at: '2026-12-21T14:00:00.000Z',
      ends_at: '2026-12-21T15:30:00.000Z',
      instructor: 'Meera Kulkarni',
      state: 'missing',
      expected_by: '2026-12-22T04:30:00.000Z',
      recordings: 0,
      may_write: true,
    },
  },
})
