import type { Outcomes } from '#contract/learning/outcomes.ts'
import { formatMonthOfYear } from '#ui/format.ts'

/** What came of the last batch, in figures of the school's own records. */
export function CourseOutcomes({ outcomes }: { outcomes: Outcomes }) {
  const { students, attended, counted, certificates, exercises, accepted, first_day: first, last_day: last } = outcomes
  const facts = [
    [String(students), 'students began'],
    ...(counted > 0 ? [[percentOf(attended, counted), 'of their classes attended']] : []),
    [`${certificates} of ${students}`, 'earned the certificate'],
    ...(exercises > 0 ? [[percentOf(accepted, exercises), 'of the exercises accepted, of those who stayed']] : []),
  ]
  return (
    <section>
      <h2 className="text-xl">How a batch went</h2>
      <p className="mt-1 text-sm text-muted">
        {formatMonthOfYear(first)} to {formatMonthOfYear(last)}, counted from attendance and accepted work, with everybody who
        began.
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-6 rounded-lg bg-sunken p-5 sm:p-6 xl:grid-cols-4">
        {facts.map(([figure, words]) => (
          <div key={words} className="flex flex-col-reverse justify-end gap-1">
            <dt className="text-sm text-muted">{words}</dt>
            <dd className="figures text-2xl font-extrabold">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const percentOf = (part: number, whole: number): string => `${Math.round((part / whole) * 100)}%`
