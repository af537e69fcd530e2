import type { staffReviewStates } from '#contract/learning/staff/reviews.ts'
import type { ShownName } from '#contract/learning/reviews.ts'

export const reviewStateNames: Record<(typeof staffReviewStates)[number], string> = {
  waiting: 'To decide',
  published: 'Published',
  refused: 'Not published',
  private: 'No consent',
}

export const shownNameWords: Record<ShownName, string> = {
  full: 'The whole name',
  first: 'The first name',
  none: 'No name',
}
