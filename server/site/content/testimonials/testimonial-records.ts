import { testimonials } from '#contract/site/staff/testimonials.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const testimonialRecords = staffRecords(testimonials, {
  name: 'testimonials_for_staff',
  table: 'testimonials',
  fixed: { publication: 'draft' },
  select: {
    completed_on: `to_char(r.completed_on, 'YYYY-MM-DD')`,
    consented_on: `to_char(r.consented_on, 'YYYY-MM-DD')`,
  },
  writes: ['name', 'role', 'course', 'quote', 'consent', 'completed_on', 'consented_on'],
  search: `r.name || ' ' || r.role || ' ' || r.course || ' ' || r.quote`,
  filters: { course: 'text', publication: 'text' },
  sorts: {
    name: { type: 'text', sql: 'lower(r.name)' },
    course: { type: 'text', sql: 'lower(r.course)' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    published_with_consent: {
      code: 'consent_missing',
      field: 'consented_on',
      message: 'A testimonial is published only with a written consent, dated on or after the day the course was completed.',
    },
  },
})
