import type { LineComment } from '#contract/learning/work.ts'
import { ClassWords } from './class-words.tsx'

interface Props {
  text: string
  comments: readonly LineComment[]
  reviewer: string
}

/** A text with the numbers of its lines. A comment stands below its line. */
export function CommentedText({ text, comments, reviewer }: Props) {
  const of = new Map(comments.map((one) => [one.line, one.text]))
  return (
    // Long lines wrap on a phone and scroll sideways elsewhere, for which a keyboard needs the focus.
    <div
      role="region"
      aria-label="Your text"
      tabIndex={0}
      className="max-h-[40rem] overflow-auto rounded-md border border-line bg-sunken py-3 text-sm"
    >
      <ol className="min-w-full sm:w-max">
        {text.split('\n').map((line, index) => {
          const number = index + 1
          const comment = of.get(number)
          return (
            <li key={number}>
              <div className="flex items-baseline">
                <span aria-hidden="true" className="figures w-9 shrink-0 pr-2 sm:w-12 sm:pr-3 text-right text-muted select-none">
                  {number}
                </span>
                <code
                  className={`min-w-0 flex-1 pr-3 font-mono whitespace-pre-wrap wrap-anywhere sm:pr-4 sm:whitespace-pre ${comment ? 'bg-signal-soft' : ''}`}
                >
                  {line || ' '}
                </code>
              </div>
              {comment ? (
                <div className="sticky left-0 mx-3 my-2 rounded-md sm:mr-0 sm:ml-12 sm:w-[min(36rem,calc(100vw-9rem))] border border-line bg-surface px-4 py-3 font-sans shadow-card">
                  <p className="figures text-xs text-muted">
                    {reviewer}, line {number}
                  </p>
                  <p className="mt-1">
                    <ClassWords text={comment} />
                  </p>
                </div>
              ) : null}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
