import type { Deps } from '#server/deps.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { inSlices } from '#server/platform/db/in-slices.ts'
import { statement } from '#server/platform/db/query.ts'

// An earlier version did not erase the body of a processed event.
const eraseProcessedEvents = statement(
  'erase_processed_events',
  `update webhook_events set body = '' where ctid = any (array(
     select ctid from webhook_events where processed_at is not null and body <> '' limit $1))
   returning 1`,
)
// Settling is forward only, so an event that comes again after that changes nothing. A person's decision stays in the log.
const deleteOldEvents = statement(
  'delete_old_events',
  `delete from webhook_events where ctid = any (array(
     select ctid from webhook_events
     where received_at < app_now() - make_interval(days =>
         greatest(30, coalesce((select (settings ->> 'keep_events_days')::integer from site_settings), 400)))
       and not quarantined and (processed_at is not null or dismissed_at is not null)
     order by received_at limit $1))
   returning 1`,
)

/** Erases what processed events say of payers, and deletes old events. */
export async function sweepEvents(deps: Pick<Deps, 'db'>, _system: System): Promise<void> {
  await inSlices(deps.db, eraseProcessedEvents)
  await inSlices(deps.db, deleteOldEvents)
}
