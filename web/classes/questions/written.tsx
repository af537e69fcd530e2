import { splitCode } from '#ui/split-code.ts'
import { ClassWords } from '#web/classes/class-words.tsx'

/** What somebody wrote, as text: addresses are links, and what stands between lines of three backticks is code. */
export function Written({ text }: { text: string }) {
  return (
    <div className="prose-width space-y-3">
      {splitCode(text).map(({ at, isCode, text: part }) =>
        isCode ? (
          // Long lines wrap, because a box that scrolls needs a stop of the keyboard.
          <pre
            key={at}
            className="rounded-md bg-sunken px-4 py-3 font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap"
          >
            <code>{part}</code>
          </pre>
        ) : (
          <p key={at}>
            <ClassWords text={part} />
          </p>
        ),
      )}
    </div>
  )
}
