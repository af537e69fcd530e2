import { projects } from '#contract/site/staff/projects.ts'
import { lockPictures } from '#server/site/media/lock-pictures.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const projectRecords = staffRecords(projects, {
  locks: lockPictures,
  name: 'projects_for_staff',
  table: 'projects',
  fixed: { publication: 'draft' },
  writes: ['title', 'category', 'content', 'image', 'student_name', 'learnt', 'live_url', 'completed_on', 'consented_on'],
  select: {
    completed_on: `to_char(r.completed_on, 'YYYY-MM-DD')`,
    consented_on: `to_char(r.consented_on, 'YYYY-MM-DD')`,
  },
  search: `r.title || ' ' || r.category || ' ' || r.content`,
  filters: { category: 'text', publication: 'text' },
  sorts: {
    title: { type: 'text', sql: 'lower(r.title)' },
    category: { type: 'text', sql: 'lower(r.category)' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    project_consent: {
      code: 'consent_missing',
      field: 'consented_on',
      message:
        'A name or a live address is shown only with a written consent, dated on or after the day the course was completed.',
    },
  },
})
