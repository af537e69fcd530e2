import { projects } from '#contract/site/staff/projects.ts'
import { lockPictures } from '#server/site/media/lock-pictures.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const projectRecords = staffRecords(projects, {
  locks: lockPictures,
  name: 'projects_for_staff',
  table: 'projects',
  fixed: { publication: 'draft' },
  writes: ['title', 'category', 'content', 'image'],
  search: `r.title || ' ' || r.category || ' ' || r.content`,
  filters: { category: 'text', publication: 'text' },
  sorts: {
    title: { type: 'text', sql: 'lower(r.title)' },
    category: { type: 'text', sql: 'lower(r.category)' },
    id: { type: 'integer', sql: 'r.id' },
  },
})
