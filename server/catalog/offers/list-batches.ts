import type { UpcomingBatch } from '#contract/catalog/catalog.ts'
import * as messages from '#contract/messages.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Visitor } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/errors/errors.ts'
import { type BatchOffer, inOrderOfChoice, offerColumns, shownToVisitors, toUpcomingBatch } from './batch-offer.ts'

/** Returns one row of nulls for a course without batches, and none for an unpublished course. */
const offersNow = statement<BatchOffer | { id: null }>(
  'offers_now',
  `select ${offerColumns} from courses c left join batch_offers b on b.course_id = c.id and ${shownToVisitors}
   where c.id = $1 and c.published`,
)

/**
 * Returns the batches of a course that visitors see, uncached.
 * @throws HttpError 404 for an unknown or unpublished course
 */
export async function listBatches(deps: Deps, _visitor: Visitor, input: { params: { id: number } }): Promise<UpcomingBatch[]> {
  const found = await rows(deps.db, offersNow, [input.params.id])
  if (found.length === 0) throw notFound(messages.courseNotFound)
  return inOrderOfChoice(found.filter((offer): offer is BatchOffer => offer.id !== null)).map(toUpcomingBatch)
}
