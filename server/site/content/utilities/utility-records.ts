import { resources, services } from '#contract/site/staff/utilities.ts'
import { lockPictures } from '#server/site/media/lock-pictures.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

const writes = ['title', 'summary', 'content', 'image']
const search = `r.title || ' ' || r.summary`
const filters = { publication: 'text' }
const sorts = { title: { type: 'text', sql: 'lower(r.title)' }, id: { type: 'integer', sql: 'r.id' } } as const

export const serviceRecords = staffRecords(services, {
  locks: lockPictures,
  name: 'services_for_staff',
  table: 'utility_items',
  only: `r.utils_type = 'SERV'`,
  fixed: { utils_type: 'SERV', publication: 'draft' },
  writes,
  search,
  filters,
  sorts,
})

export const resourceRecords = staffRecords(resources, {
  locks: lockPictures,
  name: 'resources_for_staff',
  table: 'utility_items',
  only: `r.utils_type = 'RES'`,
  fixed: { utils_type: 'RES', publication: 'draft' },
  writes,
  search,
  filters,
  sorts,
})
