import type { ReactNode } from 'react'
import { MotifBand } from './motif-band.tsx'

interface Props {
  title: string
  lead: ReactNode
  /** Short lines about what to expect. */
  points: readonly string[]
  children: ReactNode
}

/** Text beside a form; on a phone the form follows the heading. */
export function AccountFrame({ title, lead, points, children }: Props) {
  return (
    <div className="page grid gap-x-20 gap-y-8 py-10 md:py-16 lg:grid-cols-[minmax(0,1fr)_28rem] lg:grid-rows-[auto_1fr] lg:py-24">
      <div>
        <h1 className="text-4xl font-extrabold">{title}</h1>
        <div className="prose-width mt-4 text-lg text-muted">{lead}</div>
      </div>
      <div className="rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
        {children}
      </div>
      <div className="self-start">
        <ol className="max-w-lg divide-y divide-line border-y border-line text-sm lg:mt-6">
          {points.map((point, index) => (
            <li key={point} className="flex gap-5 py-3.5">
              <span aria-hidden="true" className="figures w-4 shrink-0 font-bold text-accent">
                {index + 1}
              </span>
              {point}
            </li>
          ))}
        </ol>
        <MotifBand />
      </div>
    </div>
  )
}
