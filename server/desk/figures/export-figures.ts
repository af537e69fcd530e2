import { Readable } from 'node:stream'
import type { ParsedOf } from '#contract/endpoint.ts'
import type { exportFigures as endpoint, Figures } from '#contract/desk/staff/figures.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import { csvFile, Rupees } from '#server/platform/http/csv.ts'
import { readAllFigures } from './read-figures.ts'

const amounts = { revenue: 'revenue_paise', refunds: 'refunds_paise', lost_in_disputes: 'lost_paise', net: 'net_paise' } as const
const leads = ['leads', 'leads_enrolled'] as const
const everything = { money: Object.entries(amounts), counts: ['enrolments', 'seats', 'seats_taken', ...leads] as const }
/** Seats have no source, and leads no money. */
const columns = {
  month: everything,
  course: everything,
  source: { money: everything.money, counts: ['enrolments'] as const },
  lead_kind: { money: [], counts: leads },
} as const

/** Returns the figures as CSV, and the months that they are of. The last line is the total. */
export async function exportFigures(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { query: { by, ...query } }: { query: ParsedOf<typeof endpoint>['query'] },
): Promise<{ file: Readable; months: string; rows: number }> {
  const found = await readAllFigures(deps, staff, { query })
  const groups: readonly (Partial<Figures> & { name: string })[] = {
    month: () => found.months.map((one) => ({ ...one, name: one.month })),
    course: () => found.courses.map((one) => ({ ...one, name: one.title })),
    source: () => found.sources.map((one) => ({ ...one, name: one.source })),
    lead_kind: () => found.lead_kinds.map((one) => ({ ...one, name: one.kind })),
  }[by]()
  const { money, counts } = columns[by]
  const lineOf = (name: string, one: Partial<Figures>) => [
    name,
    ...money.map(([, field]) => new Rupees(one[field] ?? 0)),
    ...counts.map((field) => one[field] ?? 0),
  ]
  const { from, to } = found
  const lines = [...groups.map((one) => lineOf(one.name, one)), lineOf('Total', found.total)]
  const file = Readable.from([csvFile([by, ...money.map(([label]) => label), ...counts], lines)])
  return { file, months: from === to ? from : `${from}-to-${to}`, rows: groups.length }
}
