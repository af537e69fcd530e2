import { instructors } from '#contract/catalog/staff/instructors.ts'
import { lockPictures } from '#server/site/media/lock-pictures.ts'
import { helloForStaffSql } from '#server/catalog/instructors/hello/hello-sql.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { shownToVisitors } from '#server/catalog/offers/batch-offer.ts'

export const instructorRecords = staffRecords(instructors, {
  locks: lockPictures,
  name: 'instructors_for_staff',
  table: 'instructors',
  select: {
    batches: `(select count(*) from batches b where b.instructor_id = r.id and ${shownToVisitors})::integer`,
    hello: helloForStaffSql('r'),
  },
  writes: ['name', 'bio', 'background', 'languages', 'portrait', 'links'],
  fixed: { archived: false },
  search: `r.name || ' ' || r.bio || ' ' || r.background`,
  filters: { archived: 'boolean' },
  sorts: { name: { type: 'text', sql: 'r.name' }, id: { type: 'integer', sql: 'r.id' } },
})
