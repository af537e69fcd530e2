import type { Instalment } from '#contract/money/instalments.ts'
import type { Student } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { graceDaysSql, instalmentStateSql } from './state.ts'

const ownInstalments = statement<Omit<Instalment, 'paid_at'> & { paid_at: Date | null }>(
  'own_instalments',
  `select i.id, e.batch_id, b.course_id, c.title as course_title, i.number, i.parts as of, i.amount_paise, to_char(i.due_on, 'YYYY-MM-DD') as due_on,
     ${instalmentStateSql('i')} as state,
     i.state = 'open' and i.number = min(i.number) filter (where i.state = 'open') over (partition by i.enrolment_id) as can_pay,
     case when i.state = 'open' then to_char(greatest(i.due_on, i.waits_until) + ${graceDaysSql} + 1, 'YYYY-MM-DD') end as pauses_on,
     i.state = 'open' and is_paused(greatest(i.due_on, i.waits_until)) as is_paused,
     coalesce(p.captured_at, p.created_at) as paid_at
   from active_enrolments e join instalments i on i.enrolment_id = e.id join batches b on b.id = e.batch_id join courses c on c.id = b.course_id
     left join payments p on p.id = i.payment_id
   where e.user_id = $1
   order by e.id desc, i.number`,
)

/** The parts of the places that a student has. Those of a place that has ended are not owed and left out. */
export async function listInstalments(deps: Pick<Deps, 'db'>, student: Student): Promise<{ items: Instalment[] }> {
  const found = await rows(deps.db, ownInstalments, [student.id])
  return { items: found.map((part) => ({ ...part, paid_at: part.paid_at?.toISOString() ?? null })) }
}
