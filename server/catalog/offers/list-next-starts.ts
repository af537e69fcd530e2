import type { NextStart } from '#contract/catalog/catalog.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { type BatchOffer, offerColumns, toUpcomingBatch } from './batch-offer.ts'

// The index of batches ahead is read in its order, and seats are counted only until four batches are found.
const nextOffers = statement<BatchOffer & { title: string; amount_paise: number; first_topic: string }>(
  'next_offers',
  `select ${offerColumns}, c.title, c.amount_paise,
     coalesce((select s.topic from numbered_sessions s where s.batch_id = b.id and s.number = 1), '') as first_topic
   from batch_offers b join courses c on c.id = b.course_id
   where b.is_ahead and c.published and b.seats_left is distinct from 0
   order by b.starts_at, b.id limit 4`,
)

/** Returns the four batches that start next and can be chosen. Amounts are rupees. */
export async function listNextStarts(deps: Deps, _visitor: Visitor): Promise<NextStart[]> {
  const found = await rows(deps.db, nextOffers)
  return found.map((offer) => ({
    course: { id: offer.course_id, title: offer.title, amount: offer.amount_paise / 100 },
    batch: toUpcomingBatch(offer),
    first_topic: offer.first_topic,
  }))
}
