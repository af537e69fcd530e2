import { splitLinks } from './split-links.ts'

/** What staff wrote about a class. Web addresses are links, and line breaks hold. */
export function ClassWords({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere whitespace-pre-line">
      {splitLinks(text).map(({ at, text: part, href }) =>
        href === null ? (
          part
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer" className="text-accent underline underline-offset-2">
            {part}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ),
      )}
    </span>
  )
}
