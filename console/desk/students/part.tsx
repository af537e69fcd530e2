import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'

interface Props {
  title: string
  /** The number of rows. At the limit there may be more. */
  count?: number
  most?: number
  /** What stands here without rows. */
  empty: string
  /** Shows the first rows, and the others on demand. The children are the rows. */
  folds?: boolean
  children: ReactNode
}

/** Rows of a part that folds. */
const foldedRows = 5

/** One part of a student's page: a heading with an honest count, and its rows. */
export function Part({ title, count, most, empty, folds = false, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isFolded = folds && !isOpen && Array.isArray(children) && children.length > foldedRows
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="flex items-baseline gap-2 text-base">
        {title}
        {count ? (
          <span className="figures text-sm font-normal text-muted">{count === most ? `newest ${count}` : count}</span>
        ) : null}
      </h2>
      {count === 0 ? (
        <p className="mt-1.5 text-muted">{empty}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {isFolded ? (children as readonly ReactNode[]).slice(0, foldedRows) : children}
        </ul>
      )}
      {isFolded ? (
        <Button variant="quiet" className="mt-2" onClick={() => setOpen(true)}>
          Show all {count}
        </Button>
      ) : null}
    </section>
  )
}

interface RowProps {
  name: ReactNode
  /** What stands below the name. */
  line?: ReactNode
  /** A state, or an act. */
  side?: ReactNode
  /** A figure, aligned right. */
  figure?: ReactNode
}

export function Row({ name, line, side, figure }: RowProps) {
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <div className="font-semibold break-words">{name}</div>
        {line ? <div className="text-muted break-words">{line}</div> : null}
      </div>
      {figure ? <div className="figures shrink-0 text-right font-semibold">{figure}</div> : null}
      {side ? <div className="shrink-0">{side}</div> : null}
    </li>
  )
}
