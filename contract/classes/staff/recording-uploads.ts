import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, line, rowId } from '#contract/fields.ts'
import { readOnlyResource, recordFields } from '#contract/resource.ts'

/** Bytes of a video, the most that a bucket takes as one file: three hours at 4 Mbit/s are below it. */
export const largestVideo = 5 * 1024 ** 3
/** Bytes that a browser sends at once, and that a bucket keeps as one object. */
export const videoPart = 5 * 1024 ** 2
/** Uploads that one member of staff may have on their way. */
export const mostUploads = 10
/** Days after which an upload that was not finished is given up. */
export const uploadDays = 7

const uploadStates = ['receiving', 'preparing', 'failed'] as const

const record = z.object({
  ...recordFields,
  session_id: z.int(),
  course: z.string(),
  /** Number of the class. */
  number: z.int(),
  title: z.string(),
  file_name: z.string(),
  size_bytes: z.number(),
  state: z.enum(uploadStates),
  /** Why it failed, for staff; else empty. */
  problem: z.string(),
  /** Who uploads it. */
  staff_id: z.int(),
  staff: z.string(),
  created_at: instant,
})
export type RecordingUpload = z.output<typeof record>

const example: RecordingUpload = {
  id: 5,
  version: 1,
  session_id: 2101,
  course: 'Full Stack Web Development',
  number: 7,
  title: 'Reading a query plan',
  file_name: 'class-7.mp4',
  size_bytes: 734_003_200,
  state: 'receiving',
  problem: '',
  staff_id: 3,
  staff: 'Meera Kulkarni',
  created_at: '2026-12-22T03:00:00.000Z',
}

/** Videos on their way: being received, being prepared, or failed. One that plays is a recording. */
export const recordingUploads = readOnlyResource({
  name: 'recording-uploads',
  singular: 'recording-upload',
  record,
  filters: { session: id.optional(), state: z.enum(uploadStates).optional() },
  sort: ['created_at', 'id'],
  usualSort: '-created_at',
  permission: { read: 'recordings:read' },
  words: { state: { receiving: 'Not complete', preparing: 'Being prepared', failed: 'Failed' } },
  examples: { record: example },
})

export const startRecordingUpload = endpoint({
  name: 'startRecordingUpload',
  method: 'POST',
  path: '/staff/recording-uploads/',
  tag: 'Staff: recording-uploads',
  summary:
    'Begin to upload a video of a class. Its bytes go to `file/` of the upload by the tus protocol: HEAD for the offset, PATCH',
  access: { staff: 'recordings:write' },
  body: z.strictObject({
    session_id: rowId,
    title: line(200, 'Title is required.'),
    file_name: line(200, 'Please choose a file.'),
    size_bytes: z
      .int('Please choose a file.')
      .min(1, 'This file is empty.')
      .max(largestVideo, 'A video has at most 5 GB. Please save it in a smaller size.'),
  }),
  answers: { 201: record },
  errors: [404, 409],
  example: {
    body: { session_id: 2101, title: 'Reading a query plan', file_name: 'class-7.mp4', size_bytes: 734_003_200 },
    answer: example,
  },
})

export const cancelRecordingUpload = endpoint({
  name: 'cancelRecordingUpload',
  method: 'POST',
  path: '/staff/recording-uploads/:id/cancel/',
  tag: 'Staff: recording-uploads',
  summary: 'Give up an upload and delete its bytes; answers it as it was',
  access: { staff: 'recordings:write' },
  params: z.object({ id }),
  answers: { 200: record },
  errors: [404],
  example: { answer: example },
})
