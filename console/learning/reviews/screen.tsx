import { type ReviewRecord, reviews, staffReviewStates, reviewStateNames } from '#contract/learning/staff/reviews.ts'
import { Stars } from '#ui/stars.tsx'
import { courseReference } from '#console/kit/fields/references.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { defineScreen } from '#console/kit/resource/screen.ts'
import { ReviewPanel } from './review-panel.tsx'
import { ReviewState } from './review-state.tsx'

const starsOf = ({ rating }: ReviewRecord) => <Stars value={rating} label={`${rating} of 5 stars`} className="size-3.5" />

export const screen = defineScreen({
  resource: reviews,
  title: 'Course reviews',
  one: 'review',
  labels: {
    student: 'Student',
    course: 'Course',
    rating: 'Rating',
    text: 'Text',
    state: 'State',
    name: 'Shown name',
    reason: 'Why it is not published',
    consented_at: 'Agreed',
    changed_at: 'Changed',
    decided_at: 'Decided',
    decided_by: 'Decided by',
    from: 'From day',
    to: 'To day',
  },
  nameOf: ({ student }) => student,
  columns: [
    { name: 'student' },
    { name: 'state', width: '10rem', atEnd: true, show: (review) => <ReviewState review={review} /> },
    { name: 'rating', width: '7rem', show: starsOf },
    { name: 'course' },
    { name: 'text', hidden: true },
    { name: 'changed_at', width: '13rem', show: ({ changed_at: at }) => formatMoment(at) },
    { name: 'decided_by', hidden: true },
  ],
  line: (review) => `${review.rating} of 5 · ${review.course}`,
  views: [
    { name: 'To decide', filters: { state: 'waiting' }, empty: 'No review waits.' },
    { name: 'Published', filters: { state: 'published' }, sort: '-changed_at', empty: 'No review is published.' },
    { name: 'Not published', filters: { state: 'refused' }, sort: '-changed_at', empty: 'No review was refused.' },
    { name: 'No consent', filters: { state: 'private' }, sort: '-changed_at', empty: 'Every student has agreed.' },
  ],
  filters: [
    {
      name: 'state',
      kind: 'choice',
      choices: staffReviewStates.map((value) => ({ value, label: reviewStateNames[value] })),
    },
    { name: 'course', kind: 'reference', to: courseReference, permission: 'courses:read' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'What students write about a course they attended appears here.',
  Panel: ReviewPanel,
})
