/** Tabs of a course page, as they stand in `?tab=`. */
export const courseTabs = ['about', 'curriculum', 'batches', 'reviews', 'faqs'] as const
export type CourseTab = (typeof courseTabs)[number]
