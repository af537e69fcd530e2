import { Clock, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPaise } from '#console/kit/parts/money.ts'

/** What an act does, in words and figures, before it is done. */
export function Consequence({ tone = 'plain', children }: { tone?: 'plain' | 'waits' | 'refused'; children: ReactNode }) {
  const Sign = { plain: Info, waits: Clock, refused: TriangleAlert }[tone]
  const colours = { plain: 'bg-sunken text-ink', waits: 'bg-signal-soft text-signal', refused: 'bg-bad-soft text-bad' }[tone]
  return (
    <div role="status" className={`flex gap-2.5 rounded-md px-3 py-2.5 ${colours}`}>
      <Sign aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 gap-1 font-medium">{children}</div>
    </div>
  )
}

/** Why a second person decides. */
export function SecondPerson({
  given,
  paise,
  children,
}: {
  given: { approval_above_paise: number | null; sum_paise: number }
  paise: number
  children: ReactNode
}) {
  const before =
    given.sum_paise > 0
      ? ` Today it is ${formatPaise(given.sum_paise)} already, and ${formatPaise(given.sum_paise + paise)} with this: payments taken, refunds and free places count.`
      : ''
  return (
    <Consequence tone="waits">
      <p>
        A second person decides: one person may move up to {formatPaise(given.approval_above_paise ?? 0)} for one student a day.
        {before}
      </p>
      <p className="font-normal">{children}</p>
    </Consequence>
  )
}

/** Figures of a dialog, aligned right. */
export function Summary({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">{children}</dl>
}

export function SummaryRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  )
}
