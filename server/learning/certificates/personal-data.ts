import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// The row stays, so that its page and its credential say "not valid" and the address is never given again.
const eraseCertificates = statement(
  'erase_certificates',
  `update certificates set holder = null, project_url = null, revoke_reason = '', revoked_at = coalesce(revoked_at, app_now()),
     revoked_for = case when revoked_for in ('staff', 'corrected') then revoked_for else 'erased' end
   where user_id = $1`,
)

export const certificatesPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      certificates: `select k.code, k.number, k.holder, k.course_title, k.rule, k.wanted_percent, k.attended, k.counted, k.exercises, k.accepted,
         array_to_string(k.built, ', ') as built, k.project_url, k.issued_at, k.revoked_at, k.revoke_reason
       from certificates k where k.user_id = $1 order by k.id`,
    }),
  },
  erasures: { account: [eraseCertificates] },
}
