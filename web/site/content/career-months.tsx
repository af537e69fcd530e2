import type { PageTexts } from '#contract/site/content.ts'

/** The months of a program, each with its result. */
export function CareerMonths({ months }: { months: PageTexts['career_steps'] }) {
  return (
    <ol>
      {months.map((month, index) => (
        <li
          key={month.title}
          className="grid gap-x-10 gap-y-3 border-t border-line py-7 md:grid-cols-[7rem_1fr_18rem] lg:grid-cols-[10rem_1fr_22rem]"
        >
          <p className="figures text-lg font-bold text-signal">Month {index + 1}</p>
          <div>
            <h3 className="text-xl">{month.title}</h3>
            <p className="prose-width mt-2 text-muted">{month.text}</p>
          </div>
          <p className="text-sm md:border-l md:border-line md:pl-6">
            <span className="block text-muted">You finish with</span>
            <span className="font-semibold">{month.result}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
