import { Children, createElement } from 'react'

/** An e-mail address. One that is too long for its line breaks after the @ or a dot, and only then within a word. */
export function MailAddress({ address }: { address: string }) {
  const [first = '', ...rest] = address.split(/(?<=[@.])/)
  return (
    <span className="min-w-0 break-words">
      {first}
      {Children.toArray(rest.flatMap((part) => [createElement('wbr'), part]))}
    </span>
  )
}
