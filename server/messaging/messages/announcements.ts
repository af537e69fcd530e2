import type { Announcement } from '#contract/classes/classes.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { type Queryable, rows, statement } from '#server/platform/db/query.ts'
import { picturePath } from './choose-pictures.ts'

/** Messages of a batch that its room shows, the latest ones. */
const mostInRoom = 20

const pictures = `coalesce((
  select jsonb_agg(jsonb_build_object('path', ${picturePath('p')}, 'name', p.name, 'alt', p.alt, 'width', p.width, 'height', p.height)
    order by array_position(m.picture_ids, p.id))
  from media p where p.id = any (m.picture_ids)), '[]')`

const announcementsOfBatches = statement<Announcement & { batch_id: number }>(
  'announcements_of_batches',
  `select m.id, m.batch_id, m.subject, m.body, ${pictures} as pictures, s.name as sender, ${isoInstant('m.sent_at')} as sent_at
   from unnest($1::integer[]) as batch (id)
   cross join lateral (
     select * from messages where batch_id = batch.id and stays_in_room and sent_at is not null order by sent_at desc, id desc limit $2
   ) m join staff s on s.id = m.sent_by_id
   order by m.sent_at desc, m.id desc`,
)

/** Returns the messages that stay in the rooms of batches, the latest first. */
export async function announcementsOf(
  db: Queryable,
  batchIds: readonly number[],
): Promise<(Announcement & { batch_id: number })[]> {
  return rows(db, announcementsOfBatches, [batchIds, mostInRoom])
}
