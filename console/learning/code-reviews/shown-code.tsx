import type { CodeComment } from '#contract/learning/code-reviews.ts'
import type { ReactNode } from 'react'
import { CodeLines, type Mark } from '#ui/code-lines.tsx'

/** What is typed may still lack a line. */
type Typed = { [field in keyof CodeComment]: CodeComment[field] | null }

interface Props {
  code_before: string
  comments: readonly Typed[]
  code_after: string
}

/** Both codes of a review with the lines that its comments name. */
export function ShownCode({ code_before, comments, code_after }: Props) {
  const before = comments.flatMap(({ first_line, last_line }, index) => markOf(first_line, last_line, index))
  const after = comments.flatMap(({ answer_first, answer_last }, index) => markOf(answer_first, answer_last, index))
  return (
    <>
      <Pane title="As it was handed in">
        <CodeLines label="The code as it was handed in" code={code_before} marks={before} tone="signal" />
      </Pane>
      <Pane title="The mended code">
        <CodeLines label="The mended code" code={code_after} marks={after} tone="good" />
      </Pane>
    </>
  )
}

const markOf = (first: number | null, last: number | null, index: number): Mark[] =>
  first === null || last === null ? [] : [{ first, last, label: String(index + 1) }]

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="overflow-hidden rounded-md border border-line bg-surface">
      <figcaption className="border-b border-line px-3 py-1.5 text-xs font-semibold">{title}</figcaption>
      {children}
    </figure>
  )
}
