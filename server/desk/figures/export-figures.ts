import type { ParsedOf } from '#contract/endpoint.ts'
import { type exportFigures as endpoint, type Figures, figureSourceNames } from '#contract/desk/staff/figures.ts'
import { leadKindNames } from '#contract/desk/staff/leads.ts'
import type { Staff } from '#server/platform/auth/principal.ts'
import type { Deps } from '#server/deps.ts'
import type { Column } from '#server/platform/http/export-columns.ts'
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

type Line = Partial<Figures> & { name: string }

/** Returns the lines of the figures, and the months that they are of. The last line is the total. */
export async function exportFigures(
  deps: Pick<Deps, 'db'>,
  staff: Staff,
  { query: { by, ...query } }: { query: Omit<ParsedOf<typeof endpoint>['query'], 'format'> },
): Promise<{ columns: Column<Line>[]; lines: Line[]; months: string; rows: number }> {
  const found = await readAllFigures(deps, staff, { query })
  const groups: readonly Line[] = {
    month: () => found.months.map((one) => ({ ...one, name: one.month })),
    course: () => found.courses.map((one) => ({ ...one, name: one.title })),
    source: () => found.sources.map((one) => ({ ...one, name: figureSourceNames[one.source] })),
    lead_kind: () => found.lead_kinds.map((one) => ({ ...one, name: leadKindNames[one.kind] })),
  }[by]()
  const { money, counts } = columns[by]
  const { from, to } = found
  return {
    columns: [
      { heading: by, kind: 'text', value: ({ name }) => name },
      ...money.map(([heading, field]) => ({ heading, kind: 'rupees', value: (one: Line) => one[field] ?? 0 }) as const),
      ...counts.map((field) => ({ heading: field, kind: 'number', value: (one: Line) => one[field] ?? 0 }) as const),
    ],
    lines: [...groups, { ...found.total, name: 'Total' }],
    months: from === to ? from : `${from}-to-${to}`,
    rows: groups.length,
  }
}
