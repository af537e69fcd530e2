import { codeReviews } from '#contract/learning/staff/code-reviews.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

const placeTaken = (place: string) => ({
  code: 'place_taken',
  field: 'course_id',
  message: `${place} shows another code review. Make that one a draft first.`,
})

export const codeReviewRecords = staffRecords(codeReviews, {
  name: 'code_reviews_for_staff',
  table: 'code_reviews',
  from: 'code_reviews r left join courses c on c.id = r.course_id',
  fixed: { publication: 'draft' },
  select: {
    course: 'c.title',
    completed_on: `to_char(r.completed_on, 'YYYY-MM-DD')`,
    consented_on: `to_char(r.consented_on, 'YYYY-MM-DD')`,
  },
  writes: [
    'title',
    'language',
    'course_id',
    'task',
    'code_before',
    'comments',
    'code_after',
    'origin',
    'student_name',
    'completed_on',
    'consented_on',
  ],
  search: `concat_ws(' ', r.title, r.language, c.title, r.task)`,
  filters: { course: equals('integer', 'r.course_id'), origin: 'text', publication: 'text' },
  sorts: {
    title: { type: 'text', sql: 'lower(r.title)' },
    language: { type: 'text', sql: 'lower(r.language)' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    code_reviews_course_id_fkey: { code: 'course_missing', field: 'course_id', message: 'This course does not exist.' },
    code_review_lines: {
      code: 'line_missing',
      field: 'comments',
      message: 'A comment names a line that the code does not have.',
    },
    code_review_unnamed: {
      code: 'name_unused',
      field: 'origin',
      message: 'Only work of a named student has a name and days of consent. Please remove them.',
    },
    code_review_consent: {
      code: 'consent_missing',
      field: 'consented_on',
      message: 'A student is named only with a written consent, dated on or after the day the course was completed.',
    },
    code_reviews_of_home: placeTaken('The home page'),
    code_reviews_of_course: placeTaken('The page of this course'),
  },
})
