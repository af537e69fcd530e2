import { codeTokens, type Token } from './code-tokens.ts'

const colours: Record<Token['kind'], string | undefined> = {
  comment: 'text-muted italic',
  string: 'text-good',
  number: 'text-signal',
  keyword: 'font-semibold text-accent',
  plain: undefined,
}

/** Code in colours. Long lines scroll within the box, for which a keyboard needs the focus. */
export function CodeBlock({ code, className = '' }: { code: string; className?: string }) {
  return (
    <pre
      role="group"
      aria-label="Code"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls needs a stop of the keyboard, and is no landmark
      tabIndex={0}
      className={`max-w-full overflow-x-auto font-mono text-sm leading-relaxed whitespace-pre ${className}`}
    >
      <code>
        <Tokens tokens={codeTokens(code)} />
      </code>
    </pre>
  )
}

export function Tokens({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map(({ at, kind, text }) => (
    <span key={at} className={colours[kind]}>
      {text}
    </span>
  ))
}
