import { statement } from '#server/platform/db/query.ts'
import { exportParts, type PersonalData } from '#server/platform/personal-data/define-personal-data.ts'

// The amounts belong to the records of payments. Nobody is left who could pay with a link.
const eraseInstalmentReasons = statement(
  'erase_instalment_reasons',
  `update instalments set reason = null, link_hash = null
   where (reason is not null or link_hash is not null) and enrolment_id in (select id from enrolments where user_id = $1)`,
)

export const instalmentPersonalData: PersonalData = {
  exports: {
    account: exportParts({
      instalments: `select e.batch_id, i.number, i.parts as of, i.amount_paise / 100.0 as amount, i.agreed_on::text as agreed_on,
          i.due_on::text as due_on, i.waits_until::text as waits_until, i.state, i.reason
        from instalments i join enrolments e on e.id = i.enrolment_id where e.user_id = $1 order by e.id, i.number`,
    }),
  },
  erasures: { account: [eraseInstalmentReasons] },
}
