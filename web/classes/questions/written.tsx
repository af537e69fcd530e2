import { CodeBlock } from '#ui/code-block.tsx'
import { splitCode } from '#ui/split-code.ts'
import { ClassWords } from '#web/classes/class-words.tsx'

/** What somebody wrote, as text: addresses are links, and what stands between lines of three backticks is code. */
export function Written({ text }: { text: string }) {
  return (
    <div className="prose-width space-y-3">
      {splitCode(text).map(({ at, isCode, text: part }) =>
        isCode ? (
          <CodeBlock key={at} code={part} className="rounded-md border border-line bg-sunken px-4 py-3" />
        ) : (
          <p key={at}>
            <ClassWords text={part} />
          </p>
        ),
      )}
    </div>
  )
}
