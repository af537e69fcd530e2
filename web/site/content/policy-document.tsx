import { ChevronDown, Printer } from 'lucide-react'
import type { Utility } from '#contract/site/content.ts'
import { Button } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { Paragraphs } from './content-blocks.tsx'

/** A policy with a table of contents; printed without it. */
export function PolicyDocument({ policy }: { policy: Utility }) {
  const sections = policy.content.map((section, index) => ({ ...section, anchor: `section-${index + 1}` }))
  return (
    <div data-printed="" className="page py-12 lg:py-16">
      <header className="border-b border-line pb-8">
        <h1 className="text-4xl font-extrabold">{policy.title}</h1>
        <div className="mt-5 flex flex-wrap items-center justify-between gap-4">
          <p className="figures text-muted">
            {policy.effective_on === null ? null : (
              <>
                In effect since <time dateTime={policy.effective_on}>{formatPlainDay(policy.effective_on)}</time> ·{' '}
              </>
            )}
            Last changed on <time dateTime={policy.updated_on}>{formatPlainDay(policy.updated_on)}</time>
          </p>
          <Button data-needs-script="" className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print this page
          </Button>
        </div>
      </header>
      <div className="grid gap-x-16 gap-y-10 pt-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="print:hidden">
          {/* Closed on a phone, where the list would be longer than the screen. */}
          <details className="group rounded-lg border border-line bg-surface px-5 lg:hidden">
            <summary className="flex min-h-12 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
              On this page
              <ChevronDown
                aria-hidden="true"
                className="size-5 text-muted transition-transform duration-200 group-open:rotate-180"
              />
            </summary>
            <Contents sections={sections} />
          </details>
          <div className="hidden lg:sticky lg:top-24 lg:block lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto">
            <h2 className="text-sm font-semibold tracking-normal">On this page</h2>
            <Contents sections={sections} />
          </div>
        </nav>
        <div className="min-w-0 max-w-[50ch] space-y-12 print:max-w-none">
          {sections.map(({ anchor, title, content }, index) => (
            <section key={anchor} id={anchor} aria-labelledby={`${anchor}-title`} className="break-inside-avoid-page">
              <h2 id={`${anchor}-title`} className="text-xl">
                <span className="figures text-signal">{index + 1}.</span> {title}
              </h2>
              <Paragraphs text={content} className="mt-3 space-y-4" />
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

function Contents({ sections }: { sections: { anchor: string; title: string }[] }) {
  return (
    <ol className="pb-3 text-sm lg:mt-2">
      {sections.map(({ anchor, title }, index) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className="flex min-h-11 items-baseline gap-3 py-2.5 leading-snug text-muted hover:text-accent lg:min-h-9 lg:py-1.5"
          >
            <span aria-hidden="true" className="figures w-5 shrink-0 text-right">
              {index + 1}
            </span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
