import type { Course } from '#contract/catalog/catalog.ts'
import { currency } from '#contract/rules.ts'
import { pathTo } from '#contract/pages.ts'
import type { CourseReviews } from '#contract/learning/reviews.ts'

/** The schema.org data of a course: its instances, offer, rating by students, FAQ and breadcrumb. */
export function courseStructuredData(
  course: Course & Pick<CourseReviews, 'rating'>,
  school: { brand: string; publicUrl: string },
): object[] {
  const origin = school.publicUrl
  const url = `${origin}${pathTo('course', course.id)}`
  const provider = { '@type': 'Organization', name: school.brand, sameAs: origin }
  const weeks = Number(/^(\d{1,3}) weeks?\b/i.exec(course.duration)?.[1] ?? 0)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: course.title,
      description: course.description,
      url,
      provider,
      image: `${origin}/media/card/course/${course.id}.jpg`,
      offers: { '@type': 'Offer', category: 'Paid', price: course.amount, priceCurrency: currency, url },
      ...(course.rating
        ? {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: course.rating.average,
              ratingCount: course.rating.count,
              bestRating: 5,
              worstRating: 1,
            },
          }
        : {}),
      hasCourseInstance: course.upcoming_batches
        .filter((batch) => batch.can_enroll)
        .map((batch) => ({
          '@type': 'CourseInstance',
          courseMode: 'Online',
          startDate: batch.starts_at,
          ...(weeks > 0
            ? {
                courseSchedule: {
                  '@type': 'Schedule',
                  startDate: batch.starts_at,
                  repeatFrequency: 'Weekly',
                  repeatCount: weeks,
                },
              }
            : {}),
          instructor: { '@type': 'Person', name: batch.instructor_name },
        })),
    },
    ...(course.faqs.length > 0
      ? [
          {
            '@context': 'https://schema.org',
            '@type': 'FAQPage',
            mainEntity: course.faqs.map((faq) => ({
              '@type': 'Question',
              name: faq.question,
              acceptedAnswer: { '@type': 'Answer', text: faq.answers.join(' ') },
            })),
          },
        ]
      : []),
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Courses', item: `${origin}/courses` },
        { '@type': 'ListItem', position: 2, name: course.title, item: url },
      ],
    },
  ]
}
