import { one, type Queryable, rows, sendLater, statement } from '#server/platform/db/query.ts'
import { conflict } from '#server/platform/errors/errors.ts'
import { rupeesOf } from '#server/platform/text/format.ts'

// The first part is paid with the purchase. Days count from it, in India. A fixed day that passed while the order was open is today.
const insertInstalments = statement(
  'insert_instalments',
  `insert into instalments (enrolment_id, number, parts, amount_paise, agreed_on, due_on, state, payment_id)
   select e.id, (p ->> 'number')::int, jsonb_array_length(o.plan_parts), (p ->> 'paise')::bigint, d.day, d.day,
     case when (p ->> 'number')::int = 1 then 'paid' else 'open' end, case when (p ->> 'number')::int = 1 then e.payment_id end
   from enrolments e join payments m on m.id = e.payment_id join payment_orders o on o.id = m.order_id,
     jsonb_array_elements(o.plan_parts) p,
     (select (app_now() at time zone 'Asia/Kolkata')::date as today) t,
     lateral (select coalesce(t.today + (p ->> 'days')::int, greatest((p ->> 'due_on')::date, t.today)) as day) d
   where e.payment_id = $1
   order by 2`,
)

/** Stores the parts of a purchase, of which its payment has paid the first. The place is stored before. */
export function scheduleParts(tx: Queryable, paymentId: number): void {
  sendLater(tx, insertInstalments, [paymentId])
}

const lockPlace = statement<{ id: number }>('lock_place', `select id from active_enrolments where id = $1 for no key update`)
const owedParts = statement<{ paise: number; next: number | null }>(
  'owed_parts',
  `select coalesce(sum(i.amount_paise) filter (where coalesce(i.number = $2::int, true)), 0)::bigint as paise, min(i.number) as next
   from instalments i where i.enrolment_id = $1 and i.state = 'open'`,
)
const payParts = statement<{ id: number }>(
  'pay_parts',
  `with asked as (
     select i.id, i.amount_paise from instalments i
     where i.enrolment_id = $1 and i.state = 'open' and coalesce(i.number = $2::int, true)
   )
   update instalments i set state = 'paid', payment_id = $3
   from asked a where i.id = a.id and (select sum(amount_paise) from asked) = $4
   returning i.id`,
)

/**
 * Locks a place, and checks that what is paid is the next part of it, or all that is left. The caller holds the lock of the batch.
 * @param paid.part null for all that is left
 * @throws HttpError 409
 */
export async function assertPartsOwed(
  tx: Queryable,
  { enrolmentId, part, amountPaise }: { enrolmentId: number; part: number | null; amountPaise: number },
): Promise<void> {
  const [place] = await rows(tx, lockPlace, [enrolmentId])
  const { paise, next } = await one(tx, owedParts, [enrolmentId, part])
  if (!place || paise === 0) throw conflict('not_owed', 'Nothing is to be paid for this part any more.')
  if (part !== null && part !== next) throw conflict('not_next', `Part ${next} comes first. It can be paid, or all that is left.`)
  if (paise === amountPaise) return
  const message = `${rupeesOf(paise)} is to be paid now.`
  throw conflict('price_differs', message, { amount_paise: [message] })
}

/**
 * Marks the parts of an order as paid. The caller holds the locks of batch, order and payment; the place comes after them.
 * @param paid.part null for all that are left
 * @returns false when they are not owed any more: paid, forgiven, or the place has ended
 */
export async function takeParts(
  tx: Queryable,
  paid: { enrolmentId: number; part: number | null; paymentId: number; amountPaise: number },
): Promise<boolean> {
  const { enrolmentId, part, paymentId, amountPaise } = paid
  const [place] = await rows(tx, lockPlace, [enrolmentId])
  if (!place) return false
  return (await rows(tx, payParts, [enrolmentId, part, paymentId, amountPaise])).length > 0
}
