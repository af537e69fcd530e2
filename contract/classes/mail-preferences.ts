import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** Mails that a student can switch off, with whether they are sent without a choice. */
export const mailKinds = {
  reminder_day: true,
  reminder_soon: true,
  absence: true,
  review: true,
  answer: true,
  unfinished: false,
} as const
export type MailKind = keyof typeof mailKinds
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]]

/** Kinds that remind of a class. */
export const reminderKinds = ['reminder_day', 'reminder_soon'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** Minutes before a class at which its reminder is due, by kind. */
export const reminderOffsets = { reminder_day: 24 * 60, reminder_soon: 15 } as const satisfies Record<ReminderKind, number>

const preferences = z.object({
  reminder_day: z.boolean(),
  reminder_soon: z.boolean(),
  absence: z.boolean(),
  review: z.boolean(),
  answer: z.boolean(),
  unfinished: z.boolean(),
})
export type MailPreferences = z.output<typeof preferences>

const tag = 'Accounts'

export const readMailPreferences = endpoint({
  name: 'readMailPreferences',
  method: 'GET',
  path: '/mail-preferences/',
  tag,
  summary: 'Which mails the student gets',
  access: 'student',
  answers: { 200: preferences },
  errors: [401],
  example: {
    answer: { reminder_day: true, reminder_soon: false, absence: true, review: true, answer: true, unfinished: false },
  },
})

export const changeMailPreferences = endpoint({
  name: 'changeMailPreferences',
  method: 'PUT',
  path: '/mail-preferences/',
  tag,
  summary: 'Store which mails the student gets',
  access: 'student',
  /** A page of an earlier version does not know the last ones, which then stay as they were. */
  body: z.strictObject({
    ...preferences.shape,
    absence: z.boolean().optional(),
    review: z.boolean().optional(),
    answer: z.boolean().optional(),
    unfinished: z.boolean().optional(),
  }),
  answers: { 200: preferences },
  errors: [401],
  example: {
    body: { reminder_day: true, reminder_soon: false, absence: true, review: true, answer: true, unfinished: false },
    answer: { reminder_day: true, reminder_soon: false, absence: true, review: true, answer: true, unfinished: false },
  },
})

/** The signed text of a link in a mail. Its first part is the kind of mail. */
export const unsubscribeToken = z
  .string()
  .max(120)
  .regex(/^[a-z_]+\.[1-9]\d{0,15}\.[\w-]{22}$/, 'This link is not complete.')

const choice = z.object({ kind: z.enum(mailKindNames), wanted: z.boolean() })
export type MailChoice = z.output<typeof choice>

export const changeByLink = endpoint({
  name: 'changeByLink',
  method: 'PUT',
  path: '/unsubscribe/',
  tag,
  summary: 'Switch one kind of mail off, or on again, with the link of a mail',
  access: 'public',
  body: z.strictObject({ token: unsubscribeToken, wanted: z.boolean() }),
  answers: { 200: choice },
  errors: [404],
  example: {
    body: { token: 'reminder_soon.7.mK3vXw0b2Jq8y5T1nR4cLg', wanted: false },
    answer: { kind: 'reminder_soon', wanted: false },
  },
})
