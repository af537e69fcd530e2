import type { FastifyRequest } from 'fastify'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { CouponFigures, exportCouponFigures as endpoint } from '#contract/money/staff/coupons.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
import { exportAnswer } from '#server/platform/http/exports.ts'
import type { FileAnswer } from '#server/platform/http/file-answer.ts'
import { readCouponFigures } from './read-coupon-figures.ts'

type Month = CouponFigures['months'][number]
type Batch = CouponFigures['batches'][number]

const sums = [
  { heading: 'uses', kind: 'number', value: ({ uses }: Month | Batch) => uses },
  { heading: 'sold', kind: 'rupees', value: ({ sold_paise: paise }: Month | Batch) => paise },
  { heading: 'given', kind: 'rupees', value: ({ given_paise: paise }: Month | Batch) => paise },
] satisfies Column<Month | Batch>[]
const ofMonths: readonly Column<Month>[] = [{ heading: 'month', kind: 'text', value: ({ month }) => month }, ...sums]
const ofBatches: readonly Column<Batch>[] = [
  { heading: 'batch', kind: 'number', value: ({ batch_id: id }) => id },
  { heading: 'course', kind: 'text', value: ({ course }) => course },
  { heading: 'starts_at (IST)', kind: 'time', value: ({ starts_at: at }) => at },
  ...sums,
]

/** Returns the figures of a coupon as a file, a line for each month or batch. @throws HttpError 404 */
export async function exportCouponFigures(
  deps: Deps,
  staff: Staff,
  { params, query, request }: Pick<ParsedOf<typeof endpoint>, 'params' | 'query'> & { request: Pick<FastifyRequest, 'method'> },
): Promise<FileAnswer> {
  const { by, format } = query
  const { code, months, batches } = await readCouponFigures(deps, staff, params)
  const file = { list: 'coupon-figures', filter: { code, by }, format, name: `${code}-by-${by}` }
  return by === 'month'
    ? exportAnswer(deps, staff, request, { ...file, columns: ofMonths, lines: months })
    : exportAnswer(deps, staff, request, { ...file, columns: ofBatches, lines: batches })
}
