import { coupons } from '#contract/money/staff/coupons.ts'
import { type Queryable, one, statement } from '#server/platform/db/query.ts'
import { invalid } from '#server/platform/errors/errors.ts'
import { equals } from '#server/platform/records/filters.ts'
import { staffRecords } from '#server/platform/records/staff-records.ts'

const unknownIds = statement<{ courses: boolean; batches: boolean }>(
  'unknown_ids',
  `select exists (select 1 from unnest($1::integer[]) i where not exists (select 1 from courses where id = i)) as courses,
     exists (select 1 from unnest($2::integer[]) i where not exists (select 1 from batches where id = i)) as batches`,
)

/** Lists have no foreign keys. Courses and batches are never deleted. @throws HttpError 400 */
async function assertKnown(tx: Queryable, columns: Record<string, unknown>): Promise<void> {
  const unknown = await one(tx, unknownIds, [columns['course_ids'] ?? [], columns['batch_ids'] ?? []])
  const refuse = (field: string, message: string) => invalid(message, { [field]: [message] })
  if (unknown.courses) throw refuse('course_ids', 'One of these courses does not exist.')
  if (unknown.batches) throw refuse('batch_ids', 'One of these batches does not exist.')
}

const hasEnded = `(r.state = 'ended' or r.valid_until < (app_now() at time zone 'Asia/Kolkata')::date)`

export const couponRecords = staffRecords(coupons, {
  name: 'coupons_for_staff',
  table: 'coupons',
  from: 'coupons r join coupon_tallies t on t.coupon_id = r.id left join users u on u.id = r.student_id',
  fixed: { state: 'active' },
  select: {
    limit: 'r.use_limit',
    student: 'u.full_name',
    valid_from: `to_char(r.valid_from, 'YYYY-MM-DD')`,
    valid_until: `to_char(r.valid_until, 'YYYY-MM-DD')`,
    state: `case when ${hasEnded} then 'ended' else 'active' end`,
    uses: 't.uses',
    reserved: 't.reserved',
    given_paise: 't.given_paise',
    sold_paise: 't.sold_paise',
  },
  writes: [
    'code',
    'kind',
    'value',
    'course_ids',
    'batch_ids',
    'student_id',
    'valid_from',
    'valid_until',
    'use_limit',
    'limit_per_person',
    'first_purchase',
    'minimum_paise',
    'stacks',
    'cost_cap_paise',
  ],
  columnsOf: ({ limit, ...columns }) => ({ ...columns, ...(limit === undefined ? {} : { use_limit: limit }) }),
  locks: assertKnown,
  search: `concat_ws(' ', r.code, u.full_name)`,
  filters: {
    state: { type: 'text', sql: (value) => `case when ${hasEnded} then 'ended' else 'active' end = ${value}` },
    course: { type: 'integer', sql: (value) => `${value} = any (r.course_ids)` },
    batch: { type: 'integer', sql: (value) => `${value} = any (r.batch_ids)` },
    student: equals('bigint', 'r.student_id'),
  },
  sorts: {
    code: { type: 'text', sql: 'r.code' },
    uses: { type: 'integer', sql: 't.uses' },
    given_paise: { type: 'bigint', sql: 't.given_paise' },
    id: { type: 'integer', sql: 'r.id' },
  },
  conflicts: {
    coupons_code_key: { code: 'code_taken', field: 'code', message: 'There is a coupon with this code already.' },
    coupon_percent: { code: 'value_too_high', field: 'value', message: 'Please give 100 per cent or less.' },
    coupon_days: { code: 'days_reversed', field: 'valid_until', message: 'The last day comes before the first.' },
    coupons_student_id_fkey: { code: 'student_missing', field: 'student_id', message: 'There is no such student.' },
  },
})
