import type { AccountingMonth } from '#contract/money/staff/month.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { rows, statement } from '#server/platform/db/query.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import type { Deps } from '#server/deps.ts'

const accountingMonths = statement<AccountingMonth>(
  'accounting_months',
  `with here as (select date_trunc('month', app_now() at time zone 'Asia/Kolkata') as now),
   begun as (
     select date_trunc('month', coalesce(least((select min(issued_at) from receipts), (select min(issued_at) from refund_notes),
       (select min(issued_at) from refund_vouchers)), app_now()) at time zone 'Asia/Kolkata') as first)
   select to_char(m, 'YYYY-MM') as month, m < here.now as is_over, ${isoInstant('c.closed_at')} as closed_at, s.name as closed_by
   from here, begun, generate_series(begun.first, here.now, interval '1 month') m
   left join closed_months c on c.month = m::date left join staff s on s.id = c.closed_by
   order by m desc`,
)

/** Returns the months since the first document, the newest first. */
export const listMonths = (deps: Pick<Deps, 'db'>, _staff: Staff): Promise<AccountingMonth[]> => rows(deps.db, accountingMonths)
