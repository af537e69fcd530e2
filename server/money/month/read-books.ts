import { schoolState } from '#contract/indian-states.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { readBooks as contract } from '#contract/money/staff/month.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { one, statement } from '#server/platform/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { readSiteSettings, readTallyNames } from '#server/platform/settings/site-settings.ts'
import { ledgersOf } from './tally.ts'
import { assertBegun, firstDayOf, inMonth } from './month-days.ts'

type Books = AnswerOf<typeof contract>['books']

const countAndSum = (sum: string) => `jsonb_build_object('rows', count(*), 'paise', coalesce(sum(${sum}), 0))`
const sold = `from receipts d join payments p on p.id = d.payment_id where ${inMonth('d.issued_at', '$1')}`
const refunded = (from: string) =>
  `select f.amount_paise ${from} join refunds f on f.id = d.refund_id where ${inMonth('d.issued_at', '$1')}`
const sumsOfBooks = statement<Books>(
  'sums_of_books',
  `with refunded as (${refunded('from refund_notes d')} union all ${refunded('from refund_vouchers d')})
   select (select ${countAndSum('p.amount_paise')} ${sold}) as sales,
     (select ${countAndSum('m.amount_paise')} from (select p.amount_paise ${sold} union all
        select p.amount_paise from captured_payments p where ${inMonth('p.captured_at', '$1')}
          and not exists (select from receipts d where d.payment_id = p.id)) m) as receipts,
     (select ${countAndSum('f.amount_paise')} from refunded f) as refunds,
     (select ${countAndSum('s.fee_paise')} from settlements s where s.status = 'processed' and s.booked_on >= $1::date
        and s.booked_on < ($1::date + interval '1 month')::date) as fees`,
)

/** Returns lines and sums of the books of a month. @throws HttpError 400 for a month that has not begun */
export async function readBooks(
  deps: Pick<Deps, 'db'>,
  _staff: Staff,
  { month }: { month: string },
): Promise<AnswerOf<typeof contract>> {
  await assertBegun(deps, month)
  const [sums, names, settings] = await Promise.all([
    one(deps.db, sumsOfBooks, [firstDayOf(month)]),
    readTallyNames(deps),
    readSiteSettings(deps),
  ])
  return { month, books: sums, ledgers: ledgersOf({ names, home: schoolState(settings) }) }
}
