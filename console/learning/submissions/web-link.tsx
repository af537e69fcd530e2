import { isWebAddress } from '#contract/rules.ts'

/** An address that a person typed. It stands in full, so that a reviewer sees where it leads. */
export function WebLink({ href }: { href: string }) {
  if (!isWebAddress(href)) return <p className="wrap-anywhere">{href}</p>
  return (
    <p>
      <a href={href} target="_blank" rel="noopener noreferrer" className="wrap-anywhere text-accent underline underline-offset-2">
        {href}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
}
