import { courses } from '#contract/catalog/staff/courses.ts'
import { lockPictures } from '#server/site/media/lock-pictures.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

const discountMessage = 'The first discount can not be read, or leaves less than ₹1 to pay.'

export const courseRecords = staffRecords(courses, {
  locks: lockPictures,
  name: 'courses_for_staff',
  table: 'courses',
  fixed: { publication: 'draft' },
  select: { price: 'r.price_paise / 100.0::float8', amount: 'r.amount_paise / 100.0::float8' },
  writes: [
    'title',
    'slug',
    'category',
    'description',
    'overview',
    'university',
    'duration',
    'difficulty_level',
    'course_type',
    'price_paise',
    'discounts',
    'image',
    'objectives',
    'skills_covered',
    'tools_covered',
    'designations',
    'average_package',
    'target_audience',
    'prerequisites',
    'why_enroll_for_this_training',
    'training_features',
    'assessment_methods',
    'projects',
    'curriculum',
    'module_weeks',
    'weekly_hours_outside',
    'reviews',
    'faqs',
    'support',
    'certifications',
    'certificate_rule',
    'certificate_percent',
  ],
  columnsOf: ({ price, ...columns }) => ({
    ...columns,
    ...(price === undefined ? {} : { price_paise: Math.round(price * 100) }),
  }),
  search: `r.title || ' ' || r.category || ' ' || r.description`,
  filters: { category: 'text', publication: 'text' },
  sorts: {
    title: { type: 'text', sql: 'lower(r.title)' },
    category: { type: 'text', sql: 'lower(r.category)' },
    price: { type: 'bigint', sql: 'r.price_paise' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    courses_slug_key: { code: 'slug_taken', field: 'slug', message: 'Another course has this address.' },
    discount_leaves_a_rupee: { code: 'discount_invalid', field: 'discounts', message: discountMessage },
  },
})
