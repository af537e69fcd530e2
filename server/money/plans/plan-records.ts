import { type PlanPart, planLimits } from '#contract/money/plan-parts.ts'
import { paymentPlans } from '#contract/money/staff/payment-plans.ts'
import { type Queryable, row, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'
import { rupeesOf } from '#server/platform/text/format.ts'

const planOfCourse = statement<{ amount_paise: number; is_past: boolean; is_far: boolean }>(
  'plan_of_course',
  `select c.amount_paise, coalesce($2::date <= t.today, false) as is_past, coalesce($3::date > t.today + $4::int, false) as is_far
   from courses c, (select (app_now() at time zone 'Asia/Kolkata')::date as today) t where c.id = $1`,
)

interface Given {
  course_id?: number
  parts?: PlanPart[]
  fee_paise?: number
}

/** @throws HttpError 400 when days have passed or are far, or rupees for every part do not add up to the price of today */
async function assertFits(tx: Queryable, { course_id: courseId, parts, fee_paise: fee = 0 }: Given): Promise<void> {
  if (!parts) return
  const days = parts.flatMap(({ due_on: day }) => day ?? [])
  const found = await row(tx, planOfCourse, [courseId, days[0] ?? null, days.at(-1) ?? null, planLimits.days])
  // A missing course is refused by its key.
  if (!found) return
  if (found.is_past) throw refuse('The first part is paid at once, and the others after today.')
  if (found.is_far) throw refuse(`Please give days within ${planLimits.days} days.`)
  const total = found.amount_paise + fee
  const sum = parts.reduce((all, { paise = 0 }) => all + paise, 0)
  if (parts.at(-1)?.paise !== undefined && sum !== total) {
    throw refuse(
      `The parts add up to ${rupeesOf(sum)}, and everybody pays ${rupeesOf(total)}. Without an amount the last part takes what is left.`,
    )
  }
}

const refuse = (message: string) => invalid(message, { parts: [message] })

export const planRecords = staffRecords(paymentPlans, {
  name: 'payment_plans_for_staff',
  table: 'payment_plans',
  from: 'payment_plans r join courses c on c.id = r.course_id',
  fixed: { state: 'active' },
  select: {
    course: 'c.title',
    price_paise: 'c.amount_paise',
    not_offered: `case when r.state = 'active' then plan_obstacle(r.parts, c.amount_paise + r.fee_paise) end`,
    places: `(select count(*)::int from payment_orders o join payments p on p.order_id = o.id join active_enrolments e on e.payment_id = p.id
      where o.plan_id = r.id)`,
    owed_paise: `(select coalesce(sum(i.amount_paise), 0)::bigint from payment_orders o join payments p on p.order_id = o.id
      join active_enrolments e on e.payment_id = p.id join instalments i on i.enrolment_id = e.id and i.state = 'open'
      where o.plan_id = r.id)`,
  },
  writes: ['course_id', 'name', 'parts', 'fee_paise'],
  locks: assertFits,
  search: `concat_ws(' ', r.name, c.title)`,
  filters: {
    state: equals('text', 'r.state'),
    course: equals('integer', 'r.course_id'),
  },
  sorts: {
    name: { type: 'text', sql: 'r.name' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    payment_plans_course_id_fkey: { code: 'course_missing', field: 'course_id', message: 'There is no such course.' },
  },
})
