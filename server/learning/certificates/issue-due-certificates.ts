import { transactionAs } from '#server/platform/audit/staff-transaction.ts'
import type { System } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { issueCertificate } from './issue-certificate.ts'

/** Hours after the last class in which staff can still correct the attendance. */
const hoursToCorrect = 24
/** Days after the last class in which a correction still brings a certificate by itself. */
const daysToLookBack = 60

// Who had one that was revoked gets no other by itself.
const dueCertificates = statement<{ user_id: number; batch_id: number }>(
  'due_certificates',
  `with ended as materialized (
     select b.id from batches b
     where coalesce((select (settings ->> 'certificates_automatic')::boolean from site_settings), false) and b.cancelled_at is null
       and exists (select from class_sessions s where s.batch_id = b.id
         and s.ends_at > app_now() - make_interval(days => $2) and s.ends_at <= app_now() - make_interval(hours => $1))
       and not exists (select from class_sessions s where s.batch_id = b.id and s.state <> 'cancelled'
         and s.ends_at > app_now() - make_interval(hours => $1)))
   select s.user_id::float8 as user_id, e.id as batch_id
   from ended e cross join lateral certificate_standing(e.id, null) s join users u on u.id = s.user_id
   where s.meets and u.erased_at is null
     and not exists (select from certificates k where k.user_id = s.user_id and k.batch_id = e.id)
   order by e.id, s.user_id`,
)

/** Issues the certificates that are due by the rule, when the school wants this. Each has a transaction of its own. */
export async function issueDueCertificates(deps: Pick<Deps, 'db' | 'config' | 'jobs'>, system: System): Promise<void> {
  for (const due of await rows(deps.db, dueCertificates, [hoursToCorrect, daysToLookBack])) {
    await transactionAs(deps, system, (tx) =>
      issueCertificate(deps, tx, { userId: due.user_id, batchId: due.batch_id, staffId: null }),
    )
  }
}
