import type { ReactNode } from 'react'

/** The id of a section, for the index of a long form. */
export const sectionId = (title: string): string => `section-${title.toLowerCase().replaceAll(/\W+/g, '-')}`

/** A part of an editor: its name and a sentence beside its fields; above them where there is less room. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section
      id={sectionId(title)}
      className="grid scroll-mt-4 gap-x-10 gap-y-4 border-t border-line py-7 first:border-t-0 first:pt-2 @2xl:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 tabIndex={-1} className="text-base outline-none">
          {title}
        </h2>
        {text ? <p className="mt-1 text-sm text-muted">{text}</p> : null}
      </div>
      <div className="@container/fields grid content-start gap-5">{children}</div>
    </section>
  )
}

/** Fields that belong together stand side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 @md/fields:grid-cols-2">{children}</div>
}
