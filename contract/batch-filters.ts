/** Filters of the new batches, by query parameter, with their values in display order. */
export const batchFilters = {
  days: { weekday: 'Weekdays', weekend: 'Weekends' },
  time: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' },
  level: { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' },
  fee: { 'up-to-30000': 'Up to ₹30,000', '30000-to-40000': '₹30,000 to ₹40,000', 'above-40000': 'Above ₹40,000' },
} as const
export type BatchFilter = keyof typeof batchFilters
export const batchFilterNames = ['days', 'time', 'level', 'fee'] as const satisfies readonly BatchFilter[]

/** Batches that can be compared side by side. */
export const maxCompared = 3

/** The steps of the finder: a question for each filter, then three batches. */
export const finderSteps = [...batchFilterNames, 'three'] as const
export type FinderStep = (typeof finderSteps)[number]
