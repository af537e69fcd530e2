import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { body, errorBody } from '#contract/errors.ts'
import { libraryPicture } from '#contract/addresses.ts'
import { id, instant, line, paragraph, rowId } from '#contract/fields.ts'
import { readOnlyResource, recordFields, resource } from '#contract/resource.ts'

/** `sending` while a mail waits, `undelivered` when one was given up. */
export const messageStates = ['draft', 'sending', 'undelivered', 'sent'] as const
export const messageStateNames: Readonly<Record<(typeof messageStates)[number], string>> = {
  draft: 'Draft',
  sending: 'Sending',
  undelivered: 'Not all delivered',
  sent: 'Sent',
}
/**
 * Of one mail: `queued` waits for its next try, `bouncing` was refused for good with its address, `failed` was given up after two
 * days, `gone` was deleted since, with the account or after the time for which mails are stored, or was withdrawn because its student left
 * the batch.
 */
export const deliveryStates = ['queued', 'sent', 'bouncing', 'failed', 'gone'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryNames: Readonly<Record<DeliveryState, string>> = {
  queued: 'Queued',
  sent: 'Sent',
  bouncing: 'Refused',
  failed: 'Failed',
  gone: 'Withdrawn or deleted',
}

/**
 * Who gets a message. `absent` missed a class that is over, by its attendance. `owing` have not handed in an exercise, or are asked for it
 * again. `overdue` owe any exercise of the batch whose time has passed.
 */
export const messageAudiences = ['batch', 'student', 'absent', 'owing', 'overdue'] as const
export type MessageAudience = (typeof messageAudiences)[number]
export const messageAudienceNames: Readonly<Record<MessageAudience, string>> = {
  batch: 'All students of a batch',
  student: 'One student',
  absent: 'Absent from a class',
  owing: 'Owing an exercise',
  overdue: 'Owing any work that is overdue',
}
/** Why nobody would get a message. */
export const nobodyInAudience: Readonly<Record<MessageAudience, string>> = {
  batch: 'Nobody is enrolled in this batch.',
  student: 'The account is disabled, or the student has left the batch.',
  absent: 'No student of the batch was absent from this class.',
  owing: 'No student of the batch owes this exercise.',
  overdue: 'No student of the batch owes work that is overdue.',
}
/** Pictures that a message can have. */
export const mostPictures = 5

const record = z.object({
  ...recordFields,
  audience: z.enum(messageAudiences),
  /** Null for a message to one student that is about no batch. */
  batch_id: z.int().nullable(),
  course: z.string().nullable(),
  batch_type: z.string().nullable(),
  starts_at: instant.nullable(),
  student_id: z.int().nullable(),
  student: z.string().nullable(),
  /** The class that the students missed; null when it was removed. */
  session_id: z.int().nullable(),
  session_starts_at: instant.nullable(),
  /** The exercise that the students owe; null when it was removed. */
  exercise_id: z.int().nullable(),
  exercise: z.string().nullable(),
  subject: z.string(),
  body: z.string(),
  /** Paths of pictures of the library, which are attached to the mail. */
  pictures: z.array(z.string()),
  /** Whether it stays in the room of the batch. */
  stays_in_room: z.boolean(),
  state: z.enum(messageStates),
  author: z.string(),
  created_at: instant,
  sent_at: instant.nullable(),
  sent_by: z.string().nullable(),
  /** How many students it was sent to. */
  recipients: z.int().nullable(),
})
export type MessageRecord = z.output<typeof record>

/** Ids that the audience does not need are left out of the message. */
const input = z.strictObject({
  /** Default: `batch`. */
  audience: z.enum(messageAudiences, `Please give one of ${messageAudiences.join(', ')}.`).optional(),
  batch_id: rowId.nullish(),
  student_id: rowId.nullish(),
  session_id: rowId.nullish(),
  exercise_id: rowId.nullish(),
  subject: line(150, 'Subject is required.'),
  body: paragraph(10_000, 'Please write the message.'),
  /** Paths of pictures of the library. Default: none. */
  pictures: z.array(libraryPicture).max(mostPictures, `Please choose at most ${mostPictures} pictures.`).optional(),
  /** Of a message to a whole batch. Default: false. */
  stays_in_room: z.boolean().optional(),
})
export type MessageInput = z.output<typeof input>

const words = {
  subject: 'No class on Friday',
  body: 'Friday is a holiday.\n\nThe class of that day moves to Saturday at the same time.',
}
const draft = { batch_id: 101, ...words }
const example: z.input<typeof record> = {
  ...draft,
  id: 5,
  version: 2,
  audience: 'batch',
  student_id: null,
  student: null,
  session_id: null,
  session_starts_at: null,
  exercise_id: null,
  exercise: null,
  pictures: [],
  stays_in_room: true,
  course: 'Full Stack Web Development',
  batch_type: 'Weekday evening',
  starts_at: '2026-12-07T14:00:00.000Z',
  state: 'sent',
  author: 'Meera Kulkarni',
  created_at: '2026-11-22T06:30:00.000Z',
  sent_at: '2026-11-22T06:45:00.000Z',
  sent_by: 'Meera Kulkarni',
  recipients: 23,
}

/** Mails to students: drafts, and sent ones, whose words never change. */
export const messages = resource({
  name: 'messages',
  singular: 'message',
  record,
  input,
  filters: {
    batch: id.optional(),
    student: id.optional(),
    state: z.enum(messageStates, `Please give one of ${messageStates.join(', ')}.`).optional(),
  },
  sort: ['id', 'created_at'],
  usualSort: '-id',
  permission: { read: 'messages:read', write: 'messages:write' },
  verbs: {
    remove: 'Remove a draft; answers it as it was',
    retry: 'Send again the mails that were not delivered',
    show: 'Keep a message to a whole batch in the room of its students',
    hide: 'Take a message out of the room',
  },
  words: { state: messageStateNames, audience: messageAudienceNames },
  examples: { record: example, input: draft },
})

const tag = 'Staff: messages'
const params = z.object({ id })
const write = { staff: 'messages:write' } as const

const audience = z.object({
  /** Students who would get the message now. */
  count: z.int(),
  /** Names this set of students. */
  hash: z.string(),
  /** Students whose account is disabled, who get no mail. */
  left_out: z.int(),
})
export type Audience = z.output<typeof audience>
const audienceExample: Audience = {
  count: 23,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  left_out: 0,
}

export const readAudience = endpoint({
  name: 'readAudience',
  method: 'GET',
  path: '/staff/messages/:id/audience/',
  tag,
  summary: 'How many students would get a message now, and the name of this set of students',
  access: { staff: 'messages:read' },
  params,
  answers: { 200: audience },
  errors: [404],
  example: { answer: audienceExample },
})

export const sendMessage = endpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/staff/messages/:id/send/',
  tag,
  summary: 'Send a message to the students that the person saw counted; If-Match names the version',
  access: write,
  storesMuch: true,
  params,
  body: z.strictObject({
    recipients: z.int().min(0).max(1_000_000),
    hash: z.string().regex(/^[0-9a-f]{64}$/, 'This is not a valid hash.'),
  }),
  version: 'required',
  answers: { 200: record },
  errors: [404, 428],
  failures: {
    /** With the students of now, when they are not those that the person saw. */
    409: errorBody.extend({ current: audience.optional() }),
    412: errorBody.extend({ current: record }),
  },
  example: {
    body: { recipients: 23, hash: audienceExample.hash },
    answer: example,
    others: {
      409: {
        ...body('The students have changed: 24 would get the message now.', 'recipients_changed'),
        current: { ...audienceExample, count: 24 },
      },
      412: { ...body('Somebody else has changed this.', 'stale'), current: example },
    },
  },
})

const delivery = z.object({
  total: z.int(),
  queued: z.int(),
  sent: z.int(),
  bouncing: z.int(),
  failed: z.int(),
  gone: z.int(),
})
export type Delivery = z.output<typeof delivery>

export const readDelivery = endpoint({
  name: 'readDelivery',
  method: 'GET',
  path: '/staff/messages/:id/delivery/',
  tag,
  summary: 'How many mails of a message are in which state',
  access: { staff: 'messages:read' },
  params,
  answers: { 200: delivery },
  errors: [404],
  example: { answer: { total: 23, queued: 4, sent: 18, bouncing: 1, failed: 0, gone: 0 } },
})

export const previewMessage = endpoint({
  name: 'previewMessage',
  method: 'POST',
  path: '/staff/messages/preview/',
  tag,
  summary: 'The mail as a student would get it, greeting the person who asks; stores nothing',
  access: write,
  body: input,
  answers: { 200: z.object({ subject: z.string(), html: z.string(), text: z.string() }) },
  errors: [404],
  example: { body: draft, answer: { subject: draft.subject, html: '<!DOCTYPE html>…', text: draft.body } },
})

export const testMessage = endpoint({
  name: 'testMessage',
  method: 'POST',
  path: '/staff/messages/test/',
  tag,
  summary: 'Send the mail to the address of the person who asks; stores no message',
  access: write,
  body: input,
  answers: { 200: z.object({ email: z.string() }) },
  errors: [404],
  example: { body: draft, answer: { email: 'meera@school.example' } },
})

const recipient = z.object({
  id: z.int(),
  message_id: z.int(),
  student_id: z.int(),
  name: z.string(),
  /** Null for an instructor, who needs no address. */
  email: z.string().nullable(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** Why the last try failed. Null for an instructor, because it may hold the address. */
  error: z.string().nullable(),
  sent_at: instant.nullable(),
})
export type RecipientRecord = z.output<typeof recipient>

/** Who a message was sent to, and what became of each mail. */
export const recipients = readOnlyResource({
  name: 'message-recipients',
  singular: 'message-recipient',
  record: recipient,
  filters: {
    message: id.optional(),
    state: z.enum(deliveryStates, `Please give one of ${deliveryStates.join(', ')}.`).optional(),
  },
  sort: ['name', 'id'],
  permission: { read: 'messages:read' },
  stepUp: ['export'],
  words: { state: deliveryNames },
  examples: {
    record: {
      id: 71,
      message_id: 5,
      student_id: 12,
      name: 'Asha Patil',
      email: 'asha@example.com',
      state: 'sent',
      attempts: 1,
      error: null,
      sent_at: '2026-11-22T06:45:02.000Z',
    },
  },
})
