interface DemoReview {
  batch_id: number
  /** Place among the students of the batch who attended a class. */
  by: number
  rating: number
  text: string
  /** Null without a consent. */
  shown_as: 'full' | 'first' | 'none' | null
  state: 'waiting' | 'published' | 'refused'
  reason: string
  /** Before today. The batch has been over for longer. */
  days_ago: number
}

/** Reviews of the students of a finished batch. */
export const demoReviews: readonly DemoReview[] = [
  {
    batch_id: 111,
    by: 1,
    rating: 5,
    text: 'I came with a spreadsheet that nobody trusted. In the ninth week we found out why: half of the rows stood in it twice. I explain models to my team now, and I also say what they do not know.',
    shown_as: 'full',
    state: 'published',
    reason: '',
    days_ago: 34,
  },
  {
    batch_id: 111,
    by: 4,
    rating: 4,
    text: 'Three hours on a weekend morning are long, and the break is short. But every exercise came back with comments, and the second attempt taught me more than the first.',
    shown_as: 'first',
    state: 'published',
    reason: '',
    days_ago: 29,
  },
  {
    batch_id: 111,
    by: 7,
    rating: 3,
    text: 'Good teachers and honest answers. The mathematics of weeks five to seven was fast for me. Watch the recordings before the class, not after it.',
    shown_as: 'none',
    state: 'published',
    reason: '',
    days_ago: 21,
  },
  {
    batch_id: 111,
    by: 9,
    rating: 5,
    text: 'The viva at the end was the first time that I had to defend a number in front of people who understood it.',
    shown_as: 'first',
    state: 'waiting',
    reason: '',
    days_ago: 2,
  },
  {
    batch_id: 111,
    by: 11,
    rating: 2,
    text: 'My neighbour in the group never handed in her part, and I had to do all of it. The rest was all right.',
    shown_as: 'full',
    state: 'refused',
    reason:
      'It speaks of another student, whom others of the batch recognise. Please write about the course itself, also about the group work.',
    days_ago: 16,
  },
  {
    batch_id: 111,
    by: 13,
    rating: 4,
    text: 'I would have liked one more week for the final report. Otherwise a good pace.',
    shown_as: null,
    state: 'waiting',
    reason: '',
    days_ago: 11,
  },
]
