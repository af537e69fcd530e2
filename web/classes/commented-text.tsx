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
    // Long lines scroll sideways, for which a keyboard needs the focus.
    <div
      role="region"
      aria-label="Your text"
      tabIndex={0}
      className="max-h-[40rem] overflow-auto rounded-md border border-line bg-sunken py-3 text-sm"
    >
      <ol className="w-max min-w-full">
        {text.split('\n').map((line, index) => {
          const number = index + 1
          const comment = of.get(number)
          return (
            <li key={number}>
              <div className="flex">
                <span aria-hidden="true" className="figures w-12 shrink-0 pr-3 text-right text-muted select-none">
                  {number}
                </span>
                <code className={`flex-1 pr-4 font-mono whitespace-pre ${comment ? 'bg-signal-soft' : ''}`}>{line || ' '}</code>
              </div>
              {comment ? (
                <div className="sticky left-0 my-2 ml-12 w-[min(36rem,calc(100vw-9rem))] rounded-md border border-line bg-surface px-4 py-3 font-sans shadow-card">
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
