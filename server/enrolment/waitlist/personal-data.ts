import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'
import { stateNow } from './own-entries.ts'

// A seat that was offered is free at once, and the next run offers it.
const eraseWaits = statement(
  'erase_waits',
  `update waitlist_entries set state = 'left', closed_at = app_now(), closed_because = 'erased', network = null
   where user_id = $1 and state in ('waiting', 'offered')`,
)
const eraseWaitReasons = statement(
  'erase_wait_reasons',
  `update waitlist_entries set reason = 'Erased' where user_id = $1 and reason is not null`,
)

export const waitlistPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      waitlist: `select c.title as course, w.batch_id, ${stateNow('w')} as state, w.joined_at, w.offered_at, w.offered_until, w.closed_at,
          w.reason, w.network::text as network
        from waitlist_entries w join batches b on b.id = w.batch_id join courses c on c.id = b.course_id
        where w.user_id = $1 order by w.id`,
    }),
  },
  erasures: { account: [eraseWaits, eraseWaitReasons] },
}
