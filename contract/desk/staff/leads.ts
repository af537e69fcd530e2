import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { day, email, id, instant, line, paragraph, copiedPhone, rowId } from '#contract/fields.ts'
import { actsOn, flag, readOnlyResource, recordFields, resource } from '#contract/resource.ts'
import { isId } from '#contract/rules.ts'
import { schoolDay } from '#contract/filters.ts'

const enquiryKinds = ['callback', 'hire', 'professor', 'student', 'contact', 'trial'] as const
export const leadKinds = [...enquiryKinds, 'checkout'] as const
export const leadKindNames: Readonly<Record<(typeof leadKinds)[number], string>> = {
  callback: 'Call back',
  hire: 'Hiring',
  professor: 'Research, professor',
  student: 'Research, student',
  contact: 'Contact',
  trial: 'Guest in a class',
  checkout: 'Left checkout',
}
/** `new` waits for its first answer; `due` has come back on its day; `waiting` is answered, or comes back later. */
export const leadStates = ['new', 'due', 'waiting', 'closed'] as const
export const leadStateNames: Readonly<Record<(typeof leadStates)[number], string>> = {
  new: 'New',
  due: 'Back',
  waiting: 'Waiting',
  closed: 'Closed',
}
export const leadOutcomes = ['enrolled', 'agreed', 'not_interested', 'no_answer', 'spam'] as const
export const leadOutcomeNames: Readonly<Record<(typeof leadOutcomes)[number], string>> = {
  enrolled: 'Enrolled',
  agreed: 'Agreed',
  not_interested: 'Not interested',
  no_answer: 'No answer',
  spam: 'Spam',
}
/** Working hours after which an answer is urgent and late. The site promises 24 hours on business days. */
export const answerHours = { urgent: 18, late: 24 } as const

const sender = {
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  course: z.string().nullable(),
  company: z.string().nullable(),
  department: z.string().nullable(),
  institution: z.string().nullable(),
  url: z.string().nullable(),
  message: z.string().nullable(),
}
const senderExample = {
  name: 'Asha Patil',
  email: 'asha@example.com',
  phone: '9876543210',
  course: 'Full Stack Web Development',
  company: null,
  department: null,
  institution: null,
  url: null,
  message: null,
}

const enquiry = z.object({ id: z.int(), kind: z.enum(enquiryKinds), ...sender, created_at: instant })

/** What visitors sent by the forms, and what staff wrote down. */
export const enquiries = readOnlyResource({
  name: 'enquiries',
  singular: 'enquiry',
  record: enquiry,
  filters: { kind: z.enum(enquiryKinds).optional(), from: schoolDay.optional(), to: schoolDay.optional() },
  sort: ['id', 'created_at'],
  usualSort: '-id',
  permission: { read: 'leads:read' },
  stepUp: ['export'],
  words: { kind: leadKindNames },
  examples: { record: { id: 7, kind: 'callback', ...senderExample, created_at: '2026-11-21T06:30:00.000Z' } },
})

const record = z.object({
  ...recordFields,
  kind: z.enum(leadKinds),
  state: z.enum(leadStates),
  ...sender,
  /** The mail server refused the address for good, so replies are not sent. */
  bouncing: z.boolean(),
  received_at: instant,
  /** When it needs somebody: when it came in, or the day on which it comes back. */
  due_at: instant,
  /** Working hours since it came in; null unless it is new. */
  age_hours: z.number().nullable(),
  follow_up_on: day.nullable(),
  owner_id: z.int().nullable(),
  owner: z.string().nullable(),
  answered_at: instant.nullable(),
  closed_at: instant.nullable(),
  outcome: z.enum(leadOutcomes).nullable(),
  /** The student with this address. */
  student_id: z.int().nullable(),
  /** Of a checkout that was left. */
  batch_id: z.int().nullable(),
  batch_starts_on: day.nullable(),
  amount_paise: z.int().nullable(),
})
export type LeadRecord = z.output<typeof record>

const input = z
  .strictObject({
    name: line(120, 'Name is required.'),
    email: email.nullable(),
    phone: copiedPhone.nullable(),
    /** A published course, by whose title the lead is named. */
    course_id: rowId.nullable(),
    message: paragraph(5000, 'Please write what the person wants.'),
  })
  .refine((lead) => lead.email !== null || lead.phone !== null, {
    path: ['email'],
    error: 'Please give an e-mail address or a phone number.',
  })
const changes = z.strictObject({ owner_id: rowId.nullable(), follow_up_on: schoolDay.nullable() })

const example: z.input<typeof record> = {
  id: 12,
  version: 1,
  kind: 'callback',
  state: 'new',
  ...senderExample,
  bouncing: false,
  received_at: '2026-11-21T06:30:00.000Z',
  due_at: '2026-11-21T06:30:00.000Z',
  age_hours: 11.5,
  follow_up_on: null,
  owner_id: null,
  owner: null,
  answered_at: null,
  closed_at: null,
  outcome: null,
  student_id: null,
  batch_id: null,
  batch_starts_on: null,
  amount_paise: null,
}

/** People to answer: enquiries of all kinds and checkouts that were left. To create one is to write down a call or a visit. */
export const leads = resource({
  name: 'leads',
  singular: 'lead',
  record,
  input,
  changes,
  filters: {
    kind: z.enum(leadKinds).optional(),
    /** `todo` is `new` or `due`. */
    state: z.enum([...leadStates, 'todo']).optional(),
    /** New, for as many working hours as `answerHours.late`. */
    is_late: flag.optional(),
    /** A member of staff, or 0 for leads without an owner. */
    owner: z
      .string()
      .refine((text) => text === '0' || isId(text), 'This is not a valid id.')
      .transform(Number)
      .optional(),
    from: schoolDay.optional(),
    to: schoolDay.optional(),
  },
  sort: ['due_at', 'received_at', 'id'],
  permission: { read: 'leads:read', write: 'leads:write' },
  stepUp: ['export'],
  verbs: { reopen: 'Open a closed lead again' },
  words: { kind: leadKindNames, state: leadStateNames, outcome: leadOutcomeNames },
  examples: {
    record: example,
    input: {
      name: 'Asha Patil',
      email: null,
      phone: '9876543210',
      course_id: 1,
      message: 'Called: wants to know whether the evening batch has recordings.',
    },
    changes: { owner_id: 3, follow_up_on: '2026-11-27' },
  },
})

const outcome = z.enum(leadOutcomes, `Please choose one of ${leadOutcomes.join(', ')}.`)

const act = actsOn(leads, { staff: 'leads:write' })

export const replyToLead = act({
  name: 'replyToLead',
  verb: 'reply',
  summary: 'Send a mail of the school to the person, with what was written before',
  body: z
    .strictObject({
      subject: line(150, 'Subject is required.'),
      body: paragraph(10_000, 'Please write an answer.'),
      /** When the lead comes back; null lets it wait for the person. */
      follow_up_on: schoolDay.nullable(),
      /** Closes the lead; null leaves it open. */
      outcome: outcome.nullable(),
    })
    .refine((reply) => reply.outcome === null || reply.follow_up_on === null, {
      path: ['follow_up_on'],
      error: 'A closed lead does not come back.',
    }),
  example: {
    subject: 'Recordings of the evening batch',
    body: 'Yes: every class is recorded and stays in your room for a year.',
    follow_up_on: '2026-11-27',
    outcome: null,
  },
})

export const addLeadNote = act({
  name: 'addLeadNote',
  verb: 'notes',
  summary: 'Write a note about a lead, for staff only',
  body: z.strictObject({
    body: paragraph(5000, 'Please write a note.'),
    /** The person was answered, such as by phone. */
    answered: z.boolean(),
  }),
  example: { body: 'Called back: will decide after the weekend.', answered: true },
})

export const closeLead = act({
  name: 'closeLead',
  verb: 'close',
  summary: 'Close a lead',
  body: z.strictObject({ outcome }),
  example: { outcome: 'not_interested' },
})

export const liftLeadBouncing = endpoint({
  name: 'liftLeadBouncing',
  method: 'POST',
  path: '/staff/leads/:id/lift-bouncing/',
  tag: 'Staff: leads',
  summary: 'Mail the address again after the mail server had refused it',
  access: { staff: 'leads:write' },
  params: z.object({ id }),
  answers: { 200: z.object({ lifted: z.boolean() }) },
  errors: [404],
  example: { answer: { lifted: true } },
})

/** Staff who can own a lead. */
export const listLeadOwners = endpoint({
  name: 'listLeadOwners',
  method: 'GET',
  path: '/staff/leads/owners/',
  tag: 'Staff: leads',
  summary: 'Staff who can own a lead, by name',
  access: { staff: 'leads:read' },
  answers: { 200: z.object({ owners: z.array(z.object({ id: z.int(), name: z.string() })) }) },
  example: { answer: { owners: [{ id: 3, name: 'Meera Kulkarni' }] } },
})

const threadEntry = z.object({
  kind: z.enum(['message', 'note']),
  id: z.int(),
  at: instant,
  staff: z.string(),
  subject: z.string().nullable(),
  body: z.string(),
  /** Of a message. `gone` after the time for which mails are kept. */
  mail: z.enum(['waiting', 'sent', 'given_up', 'bouncing', 'gone']).nullable(),
  /** Why the mail was not sent, as the mail server answered. */
  problem: z.string().nullable(),
})
export type ThreadEntry = z.output<typeof threadEntry>

export const readLeadThread = endpoint({
  name: 'readLeadThread',
  method: 'GET',
  path: '/staff/leads/:id/thread/',
  tag: 'Staff: leads',
  summary: 'Messages and notes of a lead, the oldest first',
  access: { staff: 'leads:read' },
  params: z.object({ id }),
  answers: {
    200: z.object({
      entries: z.array(threadEntry),
      /** What the mail server answered when it refused the address for good. */
      refusal: z.string().nullable(),
    }),
  },
  errors: [404],
  example: {
    answer: {
      entries: [
        {
          kind: 'message',
          id: 4,
          at: '2026-11-21T07:30:00.000Z',
          staff: 'Meera Kulkarni',
          subject: 'Recordings of the evening batch',
          body: 'Yes: every class is recorded and stays in your room for a year.',
          mail: 'sent',
          problem: null,
        },
      ],
      refusal: null,
    },
  },
})
