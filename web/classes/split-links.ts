import { isWebAddress } from '#contract/rules.ts'

interface Part {
  /** Where it begins in the text. */
  at: number
  text: string
  /** The address of a link; null for text. */
  href: string | null
}

/** Signs after an address that end a sentence or close what was opened before it. */
const trailing = new Set('.,;:!?\'"’”)]}')

/** Splits text into links and the text between them. Line breaks stay in the text. */
export function splitLinks(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    const address = withoutTrailing(found)
    if (!isSafe(address)) continue
    if (index > end) parts.push({ at: end, text: text.slice(end, index), href: null })
    parts.push({ at: index, text: address, href: address })
    end = index + address.length
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), href: null })
  return parts
}

function withoutTrailing(found: string): string {
  // Not a pattern: one that is anchored at the end alone takes time with the square of the length.
  let end = found.length
  while (end > 0 && trailing.has(found.charAt(end - 1))) end -= 1
  const address = found.slice(0, end)
  // A parenthesis that the address itself opened belongs to it: …/Join_(SQL)
  return found.charAt(end) === ')' && address.includes('(') ? `${address})` : address
}

/** A name before the host would show another site than the one that opens. */
function isSafe(address: string): boolean {
  return isWebAddress(address) && URL.canParse(address) && new URL(address).username === ''
}
