import { createElement } from 'react'
import { shownAddresses } from '#contract/shown-addresses.ts'

/** An e-mail address. One that is too long for its line breaks after the @ or a dot, and only then within a word. */
export function MailAddress({ address }: { address: string }) {
  const [first = '', ...rest] = shownAddresses(address).split(/(?<=[@.])/)
  return createElement(
    'span',
    { className: 'min-w-0 break-words' },
    first,
    ...rest.flatMap((part) => [createElement('wbr'), part]),
  )
}
