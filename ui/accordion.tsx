import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'

interface Item {
  title: string
  /** Small text at the end of the heading. */
  note?: string | undefined
  body: ReactNode
}

interface Props {
  items: Item[]
  /** One open panel at a time. */
  single?: boolean
  /** The first panel is open from the start. */
  firstOpen?: boolean
}

/** An accordion of headed panels. */
export function Accordion({ items, single = false, firstOpen = false }: Props) {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(firstOpen ? [0] : []))
  const name = useId()
  const toggle = (index: number) =>
    setOpen((before) => {
      const next = new Set(single ? [] : before)
      if (before.has(index)) next.delete(index)
      else next.add(index)
      return next
    })
  return (
    <div data-one-open={single ? '' : undefined} className="divide-y divide-line border-y border-line">
      {items.map((item, index) => {
        const expanded = open.has(index)
        return (
          <div key={item.title}>
            <h3 className="text-base font-semibold tracking-normal">
              <button
                type="button"
                id={`${name}-${index}-button`}
                aria-expanded={expanded}
                aria-controls={`${name}-${index}`}
                onClick={() => toggle(index)}
                className="flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left hover:text-accent"
              >
                {item.note ? (
                  <span className="flex flex-1 flex-col sm:flex-row sm:items-baseline sm:justify-between sm:gap-x-6">
                    {item.title}
                    <span className="figures text-sm font-normal text-muted">{item.note}</span>
                  </span>
                ) : (
                  item.title
                )}
                <ChevronDown
                  aria-hidden="true"
                  className={`size-5 shrink-0 text-muted transition-transform duration-200 ${expanded ? 'rotate-180' : ''}`}
                />
              </button>
            </h3>
            <div
              id={`${name}-${index}`}
              role="region"
              aria-labelledby={`${name}-${index}-button`}
              data-panel=""
              hidden={!expanded}
              className="pb-5"
            >
              {item.body}
            </div>
          </div>
        )
      })}
    </div>
  )
}
