import { leadKindNames } from '#contract/desk/staff/leads.ts'
import { type ReactNode, useState } from 'react'
import { type Figures, type FiguresAnswer, figureSourceNames } from '#contract/desk/staff/figures.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { nameOfMonth, shareOf } from './figure-texts.ts'
import { formatColumnPaise } from '#console/kit/parts/money.ts'

interface Column {
  name: string
  show: (one: Partial<Figures>) => ReactNode
}

const money = (name: string, field: 'revenue_paise' | 'refunds_paise' | 'lost_paise' | 'net_paise'): Column => ({
  name,
  show: (one) => formatColumnPaise(one[field] ?? 0),
})
const count = (name: string, field: 'enrolments' | 'leads' | 'leads_enrolled'): Column => ({
  name,
  show: (one) => (one[field] ?? 0).toLocaleString('en-IN'),
})
const amounts = [
  money('Revenue', 'revenue_paise'),
  money('Refunds', 'refunds_paise'),
  money('Lost disputes', 'lost_paise'),
  money('Net', 'net_paise'),
  count('Enrolments', 'enrolments'),
]
const leads: Column[] = [
  count('Leads', 'leads'),
  { name: 'Leads enrolled', show: ({ leads: all = 0, leads_enrolled: some = 0 }) => <Share part={some} whole={all} /> },
]
const seats: Column = {
  name: 'Seats filled',
  show: ({ seats: all = 0, seats_taken: some = 0 }) => <Share part={some} whole={all} />,
}

function Share({ part, whole }: { part: number; whole: number }) {
  if (whole === 0) return '–'
  return (
    <>
      <span className="text-muted">
        {part.toLocaleString('en-IN')} of {whole.toLocaleString('en-IN')}
      </span>{' '}
      {shareOf(part, whole)}
    </>
  )
}

const groups = ['month', 'course', 'source', 'lead'] as const
const groupNames = { month: 'By month', course: 'By course', source: 'By source', lead: 'Leads by kind' } as const

function linesOfCourses({ courses, other_courses: others }: FiguresAnswer) {
  const lines = courses.map((one) => ({ key: String(one.course_id), name: one.title, figures: one as Partial<Figures> }))
  return others ? [...lines, { key: 'others', name: countOf(others.count, 'other course'), figures: others }] : lines
}

/** The figures of the range as tables, of which one is shown. */
export function FigureTables({ figures }: { figures: FiguresAnswer }) {
  const [group, setGroup] = useState<(typeof groups)[number]>('month')
  const lines = {
    month: () => figures.months.map((one) => ({ key: one.month, name: nameOfMonth(one.month), figures: one })),
    course: () => linesOfCourses(figures),
    source: () => figures.sources.map((one) => ({ key: one.source, name: figureSourceNames[one.source], figures: one })),
    lead: () => figures.lead_kinds.map((one) => ({ key: one.kind, name: leadKindNames[one.kind], figures: one })),
  }[group]()
  const columns = { month: [...amounts, seats, ...leads], course: [...amounts, seats, ...leads], source: amounts, lead: leads }[
    group
  ]
  return (
    <section aria-label="Tables" className="min-w-0">
      <div role="group" aria-label="Table" className="flex flex-wrap gap-x-5 border-b border-line">
        {groups.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={group === one}
            onClick={() => setGroup(one)}
            className="h-9 border-b-2 border-transparent text-muted hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink touch:h-11"
          >
            {groupNames[one]}
          </button>
        ))}
      </div>
      {/* A person without a mouse scrolls it with the arrow keys. */}
      <div role="region" aria-label={groupNames[group]} tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 text-sm">
          <caption className="sr-only">Figures {groupNames[group].toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col" className={`${headClass} sticky left-0 z-10 text-left`}>
                {{ month: 'Month', course: 'Course', source: 'Source', lead: 'Kind' }[group]}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className={`${headClass} text-right`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, name, figures: one }) => (
              <tr key={key} className="group">
                <th
                  scope="row"
                  className={`${cellClass} sticky left-0 max-w-64 min-w-32 bg-canvas text-left font-semibold group-hover:bg-sunken`}
                >
                  {name}
                </th>
                {columns.map((column) => (
                  <td key={column.name} className={`${cellClass} figures text-right whitespace-nowrap group-hover:bg-sunken`}>
                    {column.show(one)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={`${cellClass} sticky left-0 bg-canvas text-left font-semibold`}>
                Total
              </th>
              {columns.map((column) => (
                <td key={column.name} className={`${cellClass} figures text-right font-semibold whitespace-nowrap`}>
                  {column.show(figures.total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  )
}

const headClass = 'h-9 border-b border-line bg-canvas px-3 text-xs font-semibold whitespace-nowrap text-muted'
const cellClass = 'h-10 border-b border-line px-3'
