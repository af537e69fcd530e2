import type { ReactNode } from 'react'

/** A part of an editor: its name and a sentence beside its fields; above them where there is less room. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-line py-7 first:border-t-0 first:pt-2 @2xl:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-base">{title}</h2>
        {text ? <p className="mt-1 text-sm text-muted">{text}</p> : null}
      </div>
      <div className="grid content-start gap-5">{children}</div>
    </section>
  )
}

/** Fields that belong together stand side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 sm:grid-cols-2">{children}</div>
}
