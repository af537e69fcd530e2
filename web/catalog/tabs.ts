/** The values of `?tab=` on a course page. */
export const courseTabs = ['about', 'curriculum', 'batches', 'reviews', 'faqs'] as const
export type CourseTab = (typeof courseTabs)[number]
