import type { PageTexts } from '#contract/site/content.ts'

/** The steps around a live class, in order. */
export function ClassWalkthrough({ steps }: { steps: PageTexts['class_steps'] }) {
  return (
    <ol className="grid gap-x-8 gap-y-5 sm:max-lg:grid-cols-2 lg:gap-y-7">
      {steps.map((step) => (
        <li key={step.title} className="border-l-2 border-accent pl-4 lg:pl-5">
          <p className="text-xs font-semibold text-signal sm:text-sm">{step.when}</p>
          <h3 className="text-base sm:mt-1 sm:text-lg">{step.title}</h3>
          <p className="mt-1 text-sm text-muted sm:mt-2">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
