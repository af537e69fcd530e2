import type { ReactNode } from 'react'

interface Props {
  text: string
  label: string
  /** What stands below a line, such as its comment. */
  renderBelow: (line: number) => ReactNode
  /** The line that keys act on. Without it nobody comments here. */
  active?: number
  onChoose?: (line: number) => void
}

/** The id of the button of a line. */
export const lineId = (line: number): string => `line-${line}`

/** A text with the numbers of its lines, from 1. A number is a button where a line takes a comment. */
export function NumberedLines({ text, label, renderBelow, active, onChoose }: Props) {
  return (
    // Long lines scroll sideways, for which a keyboard needs the focus.
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-sunken py-2 text-sm"
    >
      <ol className="w-max min-w-full">
        {text.split('\n').map((code, index) => {
          const line = index + 1
          const note = renderBelow(line)
          return (
            <li key={line}>
              <div className={`flex ${active === line ? 'bg-accent-soft' : note ? 'bg-signal-soft' : ''}`}>
                {onChoose ? (
                  <button
                    type="button"
                    id={lineId(line)}
                    tabIndex={active === line ? 0 : -1}
                    aria-label={`Comment on line ${line}: ${code.trim().slice(0, 80) || 'empty'}`}
                    onClick={() => onChoose(line)}
                    className="figures min-h-6 w-12 shrink-0 pr-3 text-right text-muted outline-offset-[-2px] hover:text-accent touch:min-h-11"
                  >
                    {line}
                  </button>
                ) : (
                  <span aria-hidden="true" className="figures w-12 shrink-0 pr-3 text-right text-muted select-none">
                    {line}
                  </span>
                )}
                <code className="flex-1 self-center pr-4 font-mono whitespace-pre">{code || ' '}</code>
              </div>
              {note ? (
                <div className="sticky left-0 my-2 ml-12 w-[min(40rem,calc(100vw-7rem))] rounded-md border border-line bg-surface px-3 py-2">
                  {note}
                </div>
              ) : null}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
