import { media } from '#contract/site/staff/media.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

export const mediaRecords = staffRecords(media, {
  name: 'media_for_staff',
  table: 'media',
  select: {
    path: `'media/library/' || r.key || '-' || r.focal || '/960.webp'`,
    whole_path: `'media/library/' || r.whole_key || '-cm/960.webp'`,
    uses: `(select count(*) from picture_uses u where u.key = r.key)::integer`,
    created_at: isoInstant('r.created_at'),
  },
  writes: ['key', 'whole_key', 'master_key', 'name', 'alt', 'width', 'height', 'focal', 'crop'],
  search: `r.name || ' ' || r.alt`,
  filters: {},
  sorts: {
    created_at: { type: 'timestamptz', sql: 'r.created_at' },
    name: { type: 'text', sql: 'lower(r.name)' },
    id: { type: 'integer', sql: 'r.id' },
  },
})
