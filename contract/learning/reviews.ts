import { z } from 'zod'
import { course } from '#contract/catalog/catalog.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant, paragraph } from '#contract/fields.ts'

/** Characters of a review, and of the reason why one is not published. */
export const reviewLimits = { text: 1500, reason: 1000 } as const
/** Reviews of students that the page of a course shows, the newest first. Its rating counts all of them. */
export const reviewsShown = 30

/** What students agree to. Other words get the next version. */
export const reviewConsent = {
  version: 1,
  words:
    'I agree that the school shows my review, with the name that I chose, on the page of the course. I can withdraw this at any time, and the review then leaves the page at once.',
} as const

/** The name under which a review is shown: the whole name, the first name, or none. */
export const shownNames = ['full', 'first', 'none'] as const
export type ShownName = (typeof shownNames)[number]
/** What stands where a student wants no name. The view `visible_reviews` has the same words. */
export const withoutName = 'A student'

const reviewStates = ['waiting', 'published', 'refused'] as const

const rating = z
  .int('Please choose one to five stars.')
  .min(1, 'Please choose one to five stars.')
  .max(5, 'Please choose one to five stars.')

const ownReview = z.object({
  rating,
  text: z.string(),
  state: z.enum(reviewStates),
  /** Why it is not published; empty for the others. */
  reason: z.string(),
  /** Null without a consent, and nothing is published then. */
  shown_as: z.enum(shownNames).nullable(),
  /** The name that the student agreed to. Null without a name and without a consent. */
  name: z.string().nullable(),
  changed_at: instant,
})

const ownStanding = z.object({
  /** Whether a class of the course counts as attended, and the student is enrolled. */
  may_write: z.boolean(),
  /** Whether the last class is over, so that the student can agree to be published. */
  may_consent: z.boolean(),
  /** The names that can be shown. */
  full_name: z.string(),
  first_name: z.string(),
  review: ownReview.nullable(),
})
export type OwnReview = z.output<typeof ownStanding>

export const reviewBody = z.strictObject({
  rating,
  text: paragraph(reviewLimits.text, 'Please write what you would tell a friend about the course.'),
})
export const consentBody = z.strictObject({
  shown_as: z.enum(shownNames, 'Please choose the name that is shown.'),
  agreed: z.literal(true, 'Please agree, or close this.'),
  /** Of the words that the student read. */
  version: z.literal(reviewConsent.version, 'The words have changed. Please load the page again.'),
})

const example = {
  may_write: true,
  may_consent: true,
  full_name: 'Asha Patil',
  first_name: 'Asha',
  review: {
    rating: 5,
    text: 'Every exercise came back with comments that I could use the next day.',
    state: 'waiting',
    reason: '',
    shown_as: 'first',
    name: 'Asha',
    changed_at: '2027-03-14T06:00:00.000Z',
  },
} satisfies OwnReview

const own = {
  path: '/own-reviews/:course_id/',
  tag: 'Reviews',
  access: 'student',
  params: z.object({ course_id: id }),
  answers: { 200: ownStanding },
} as const

export const readOwnReview = endpoint({
  ...own,
  name: 'readOwnReview',
  method: 'GET',
  summary: 'The student’s own review of a course, and whether one can be written and published',
  errors: [401, 404],
  example: { answer: example },
})

export const writeReview = endpoint({
  ...own,
  name: 'writeReview',
  method: 'PUT',
  summary: 'Write the own review of a course after an attended class, or change it; a changed one waits for the school again',
  body: reviewBody,
  errors: [401, 404, 409],
  example: {
    body: { rating: 5, text: 'Every exercise came back with comments that I could use the next day.' },
    answer: example,
  },
})

export const deleteReview = endpoint({
  ...own,
  name: 'deleteReview',
  method: 'DELETE',
  summary: 'Delete the own review of a course',
  errors: [401, 404],
  example: { answer: { ...example, review: null } },
})

export const agreeToReview = endpoint({
  ...own,
  name: 'agreeToReview',
  method: 'PUT',
  path: '/own-reviews/:course_id/consent/',
  summary: 'Agree after the course that the review is published under a name; a narrower name keeps the decision of the school',
  body: consentBody,
  errors: [401, 404, 409],
  example: { body: { shown_as: 'first', agreed: true, version: reviewConsent.version }, answer: example },
})

export const withdrawReviewConsent = endpoint({
  ...own,
  name: 'withdrawReviewConsent',
  method: 'DELETE',
  path: '/own-reviews/:course_id/consent/',
  summary: 'Withdraw the consent, which takes the review off the page of the course',
  errors: [401, 404],
  example: {
    answer: { ...example, review: { ...example.review, shown_as: null, name: null } },
  },
})

const shownReview = course.shape.reviews.element.extend({
  /** Stars; null for a review that staff have typed. */
  rating: z.int().nullable(),
  /** When the school published it; null for a review that staff have typed. */
  published_at: instant.nullable(),
})
export type ShownReview = z.output<typeof shownReview>

const courseReviews = z.object({
  /** Of every published review of a student; null without one. */
  rating: z
    .object({
      average: z.number(),
      count: z.int(),
      /** How many gave one, two, three, four and five stars. */
      stars: z.array(z.int()).length(5),
    })
    .nullable(),
  reviews: z.array(shownReview),
})
export type CourseReviews = z.output<typeof courseReviews>

export const listCourseReviews = endpoint({
  name: 'listCourseReviews',
  method: 'GET',
  path: '/courses/:id/reviews/',
  tag: 'Catalogue',
  summary: 'Reviews of a course with their stars: the newest of students first, then those that staff have typed',
  access: 'public',
  params: z.object({ id }),
  answers: { 200: courseReviews },
  errors: [404],
  example: {
    answer: {
      rating: { average: 4.5, count: 2, stars: [0, 0, 0, 1, 1] },
      reviews: [
        {
          name: 'Asha',
          course: 'Full Stack Web Development',
          feedback: 'Every exercise came back with comments.',
          rating: 5,
          published_at: '2027-03-14T06:00:00.000Z',
        },
        {
          name: 'Ananya R.',
          course: 'Full Stack Web Development',
          feedback: 'The reviews taught me most.',
          rating: null,
          published_at: null,
        },
      ],
    },
  },
  cacheTags: ['course:{id}'],
})
