import type { z } from 'zod'
import { instalments, type readOwed as readOwedEndpoint } from '#contract/money/staff/instalments.ts'
import { staffTransaction } from '#server/platform/audit/staff-transaction.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import { dayInIndiaSql } from '#server/platform/db/days-in-india.ts'
import { isoInstant } from '#server/platform/db/iso-instant.ts'
import { one, type Queryable, row, statement } from '#server/platform/db/query.ts'
import { holdersOfAddress } from '#server/platform/db/whole-address.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid, StaleVersion } from '#server/platform/errors/errors.ts'
import type { Target } from '#server/platform/http/resource.ts'
import { equals } from '#server/platform/records/filters.ts'
import { readRecords } from '#server/platform/records/read-records.ts'
import { graceDaysSql, instalmentStateSql, todaySql } from './state.ts'

const dayText = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`

export const instalmentRecords = readRecords(instalments, {
  name: 'instalments_for_staff',
  from: `instalments r join enrolments e on e.id = r.enrolment_id join users u on u.id = e.user_id join batches b on b.id = e.batch_id
    join courses c on c.id = b.course_id left join payments p on p.id = r.payment_id`,
  // Nothing is owed for a place that has ended.
  only: `r.state <> 'void'`,
  select: {
    student_id: 'e.user_id',
    student: 'u.full_name',
    student_email: 'u.email',
    student_phone: 'u.phone',
    batch_id: 'e.batch_id',
    batch_starts_on: dayInIndiaSql('b.starts_at'),
    course: 'c.title',
    of: 'r.parts',
    agreed_on: dayText('r.agreed_on'),
    due_on: dayText('r.due_on'),
    waits_until: dayText('r.waits_until'),
    state: instalmentStateSql('r'),
    days_late: `case when r.state = 'open' then greatest(0, ${todaySql} - r.due_on) else 0 end`,
    is_paused: `r.state = 'open' and is_paused(greatest(r.due_on, r.waits_until))`,
    paid_at: `case when p.id is not null then ${isoInstant('coalesce(p.captured_at, p.created_at)')} end`,
    approval_id: `(select a.id from approvals a where a.instalment_id = r.id and a.state = 'waiting' limit 1)`,
  },
  search: `concat_ws(' ', u.full_name, u.email, c.title)`,
  findsAddress: (value) => `e.user_id = any (array(${holdersOfAddress(value)}))`,
  filters: {
    state: {
      type: 'text',
      sql: (value) => `case ${value}
        when 'late' then r.state = 'open' and r.due_on < ${todaySql}
        else ${instalmentStateSql('r')} = ${value} end`,
    },
    age: {
      type: 'text',
      sql: (value) => `r.state = 'open' and case ${value}
        when 'soon' then r.due_on between ${todaySql} and ${todaySql} + 7
        when 'week' then r.due_on between ${todaySql} - 10 and ${todaySql} - 1
        when 'month' then r.due_on between ${todaySql} - 30 and ${todaySql} - 11
        else r.due_on < ${todaySql} - 30 end`,
    },
    student: equals('bigint', 'e.user_id'),
    batch: equals('integer', 'e.batch_id'),
    course: equals('integer', 'b.course_id'),
    enrolment: equals('bigint', 'r.enrolment_id'),
    from: { type: 'date', sql: (value) => `r.due_on >= ${value}` },
    to: { type: 'date', sql: (value) => `r.due_on <= ${value}` },
  },
  unfiltered: { state: `r.state = 'open'` },
  sorts: {
    due_on: { type: 'date', sql: 'r.due_on' },
    amount_paise: { type: 'bigint', sql: 'r.amount_paise' },
    id: { type: 'bigint', sql: 'r.id' },
  },
})

const owedInParts = statement<z.output<(typeof readOwedEndpoint)['answers'][200]>>(
  'owed_in_parts',
  `select coalesce(sum(i.amount_paise), 0)::bigint as owed_paise,
     coalesce(sum(i.amount_paise) filter (where i.due_on <= ${todaySql}), 0)::bigint as due_paise,
     coalesce(sum(i.amount_paise) filter (where i.due_on < ${todaySql}), 0)::bigint as late_paise,
     count(*) filter (where i.due_on < ${todaySql})::int as late,
     count(distinct i.enrolment_id) filter (where greatest(i.due_on, i.waits_until) + ${graceDaysSql} < ${todaySql})::int as paused
   from instalments i where i.state = 'open'`,
)

/** What is owed, due and late in all places that have not ended. */
export async function readOwed(deps: Pick<Deps, 'db'>, _staff: Staff) {
  return one(deps.db, owedInParts)
}

const moveOpenInstalment = statement<{ id: number }>(
  'move_open_instalment',
  `update instalments set due_on = $3::date, waits_until = null, reason = $4, reminders = 0
   where id = $1 and version = any ($2::integer[]) and state = 'open' returning id`,
)
const waitForOpenInstalment = statement<{ id: number }>(
  'wait_for_open_instalment',
  `update instalments set waits_until = $3::date, reason = $4
   where id = $1 and version = any ($2::integer[]) and state = 'open' returning id`,
)
const dayOfIndia = statement<{ today: string }>('day_of_india', `select to_char(${todaySql}, 'YYYY-MM-DD') as today`)

type Changed = Target & { body: { reason: string } }

/** Moves the day on which a part is due. @throws HttpError 400, 404, 409 when it is not owed; StaleVersion */
export async function moveInstalment(deps: Deps, staff: Staff, input: Changed & { body: { due_on: string } }) {
  const { due_on: day } = input.body
  return change(deps, staff, input, { field: 'due_on', day, act: moveOpenInstalment })
}

/** Keeps recordings and joining open until a day. @throws HttpError 400, 404, 409 when it is not owed; StaleVersion */
export async function waitForInstalment(deps: Deps, staff: Staff, input: Changed & { body: { until: string } }) {
  const { until: day } = input.body
  return change(deps, staff, input, { field: 'until', day, act: waitForOpenInstalment })
}

async function change(
  deps: Deps,
  staff: Staff,
  { id, versions, body }: Changed,
  { field, day, act }: { field: string; day: string; act: typeof moveOpenInstalment },
) {
  return staffTransaction(deps, staff, async (tx) => {
    const before = await instalmentRecords.find(tx, id)
    if (!isOwed(before.state)) throw notOwed()
    if (day < (await one(tx, dayOfIndia)).today) {
      const message = 'This day has passed.'
      throw invalid(message, { [field]: [message] })
    }
    if (!(await row(tx, act, [id, versions, day, body.reason]))) throw new StaleVersion(before)
    return instalmentRecords.find(tx, id)
  })
}

const isOwed = (state: string) => state !== 'paid' && state !== 'waived'
const notOwed = () => conflict('not_owed', 'This part is not owed any more.')

const waivableInstalment = statement<{ amount_paise: number; user_id: number; batch_id: number; is_open: boolean }>(
  'waivable_instalment',
  `select i.amount_paise, e.user_id, e.batch_id, i.state = 'open' as is_open
   from instalments i join enrolments e on e.id = i.enrolment_id where i.id = $1`,
)
const waiveInstalment = statement<{ id: number }>(
  'waive_instalment',
  `update instalments set state = 'waived', reason = $2 where id = $1 and state = 'open' returning id`,
)

/** What a part that is to be forgiven is about; undefined when there is none. @throws HttpError 409 when it is not owed */
export async function readWaivable(tx: Queryable, id: number) {
  const found = await row(tx, waivableInstalment, [id])
  if (found && !found.is_open) throw notOwed()
  return found
}

/** Forgives a part. @throws HttpError 409 when it is not owed */
export async function waive(tx: Queryable, { id, reason }: { id: number; reason: string }): Promise<void> {
  if (!(await row(tx, waiveInstalment, [id, reason]))) throw notOwed()
}
