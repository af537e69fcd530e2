export interface LinkPart {
  text: string
  /** Its place in the whole text. */
  at: number
  /** The address when the part is one. */
  href?: string
}

/** Splits a text at its web addresses. Punctuation after an address is text. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)) {
    const address = withoutPunctuation(found)
    // The scheme alone is no address.
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index), at: end })
    parts.push({ text: address, href: address, at: index })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end })
  return parts
}

const closers = new Set(".,;:!?'’”)]}*_".split(''))

/** A closing bracket stays when the address opens it, as in some titles. */
function withoutPunctuation(address: string): string {
  let end = address.length
  while (end > 0 && closers.has(address[end - 1] ?? '')) {
    if (address[end - 1] === ')' && address.slice(0, end).includes('(')) break
    end -= 1
  }
  return address.slice(0, end)
}
