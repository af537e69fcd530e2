import { z } from 'zod'
import { id, instant, paragraph } from '#contract/fields.ts'
import { actsOn, readOnlyResource, recordFields } from '#contract/resource.ts'
import { reviewLimits, type ShownName, shownNames } from '#contract/learning/reviews.ts'
import { schoolDay } from '#contract/filters.ts'

/** `private` is one whose student has not agreed to be published: there is nothing to decide. */
export const staffReviewStates = ['waiting', 'published', 'refused', 'private'] as const
export const reviewStateNames: Readonly<Record<(typeof staffReviewStates)[number], string>> = {
  waiting: 'To decide',
  published: 'Published',
  refused: 'Not published',
  private: 'No consent',
}

export const shownNameWords: Readonly<Record<ShownName, string>> = {
  full: 'The whole name',
  first: 'The first name',
  none: 'No name',
}

const record = z.object({
  ...recordFields,
  student_id: z.int(),
  student: z.string(),
  course_id: z.int(),
  course: z.string(),
  rating: z.int(),
  text: z.string(),
  state: z.enum(staffReviewStates),
  /** Why it was refused last; empty when it never was. */
  reason: z.string(),
  shown_as: z.enum(shownNames).nullable(),
  /** The name that the page shows; null without a name or a consent. */
  name: z.string().nullable(),
  consented_at: instant.nullable(),
  consent_version: z.int().nullable(),
  /** Whether the student is in the course now; the page shows no other review. */
  enrolled: z.boolean(),
  changed_at: instant,
  /** Working hours since then, for one that waits. */
  age_hours: z.number().nullable(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
})
export type ReviewRecord = z.output<typeof record>

const example: ReviewRecord = {
  id: 12,
  version: 2,
  student_id: 7,
  student: 'Asha Patil',
  course_id: 1,
  course: 'Full Stack Web Development',
  rating: 5,
  text: 'Every exercise came back with comments that I could use the next day.',
  state: 'waiting',
  reason: '',
  shown_as: 'first',
  name: 'Asha',
  consented_at: '2027-03-14T06:00:00.000Z',
  consent_version: 1,
  enrolled: true,
  changed_at: '2027-03-14T06:00:00.000Z',
  age_hours: 5,
  decided_at: null,
  decided_by: null,
}

/** Reviews of courses that students write. */
export const reviews = readOnlyResource({
  name: 'reviews',
  singular: 'review',
  record,
  filters: {
    state: z.enum(staffReviewStates, `Please give one of ${staffReviewStates.join(', ')}.`).optional(),
    course: id.optional(),
    student: id.optional(),
    from: schoolDay.optional(),
    to: schoolDay.optional(),
  },
  sort: ['changed_at', 'rating', 'id'],
  permission: { read: 'reviews:read' },
  stepUp: ['export'],
  words: { state: reviewStateNames, shown_as: shownNameWords },
  examples: { record: example },
})

const decide = actsOn(reviews, { staff: 'reviews:write' })

export const publishReview = decide({
  name: 'publishReview',
  verb: 'publish',
  summary: 'Show a review whose student has agreed on the page of the course, and tell the student',
  body: z.strictObject({}),
  example: {},
})

export const refuseReview = decide({
  name: 'refuseReview',
  verb: 'refuse',
  summary: 'Do not show a review, or not any more, and tell the student why',
  body: z.strictObject({ reason: paragraph(reviewLimits.reason, 'Please say why. The student reads it.') }),
  example: { reason: 'It names another student. Please leave the name out.' },
})
