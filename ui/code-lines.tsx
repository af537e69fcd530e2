import type { Ref } from 'react'
import { Tokens } from './code-block.tsx'
import { codeLines } from './code-tokens.ts'

/** Lines that a comment is about, from 1. */
export interface Mark {
  first: number
  last: number
  /** Stands beside the first line. */
  label: string
  /** The steps at which the lines are marked (`ui/steps.css`). Without steps they always are. */
  steps?: string
}

interface Props {
  /** What a screen reader calls the code. */
  label: string
  code: string
  marks: readonly Mark[]
  tone: 'signal' | 'good'
  className?: string
  ref?: Ref<HTMLPreElement>
}

const badges = { signal: 'bg-signal', good: 'bg-good' }

/** Code in colours with the numbers of its lines, some of them marked. It scrolls within its box; the numbers stay in view. */
export function CodeLines({ label, code, marks, tone, className = '', ref }: Props) {
  return (
    <pre
      ref={ref}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls needs a stop of the keyboard, and is no landmark
      tabIndex={0}
      data-tone={tone}
      className={`overflow-auto py-2 font-mono text-[0.8125rem] leading-[1.375rem] [tab-size:2] outline-offset-[-3px] sm:text-sm sm:leading-6 ${className}`}
    >
      <code className="block w-max min-w-full">
        {codeLines(code).map((tokens, index) => {
          const line = index + 1
          const around = marks.filter(({ first, last }) => first <= line && line <= last)
          const beginning = around.filter(({ first }) => first === line)
          return (
            <span
              key={line}
              className="code-line flex"
              {...(around.length > 0 ? { 'data-lit': around.map(({ steps }) => steps ?? '').join(' ') } : {})}
            >
              <span aria-hidden="true" className="code-number figures">
                {line}
              </span>
              <span aria-hidden="true" className="grid w-6 shrink-0 sm:w-7 place-items-center select-none">
                {beginning.map(({ label, steps }) => (
                  <span
                    key={label}
                    {...(steps === undefined ? {} : { 'data-at': steps })}
                    className={`col-start-1 row-start-1 grid size-5 place-items-center rounded-full font-sans text-xs font-bold text-surface ${badges[tone]}`}
                  >
                    {label}
                  </span>
                ))}
              </span>
              <span className="pr-4">
                <Tokens tokens={tokens} />
                {'\n'}
              </span>
            </span>
          )
        })}
      </code>
    </pre>
  )
}
