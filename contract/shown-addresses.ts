/** Scripts in which a part of a domain is shown. Letters of others, such as Cyrillic, look like Latin ones. */
const scripts = [
  'Latin',
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Tamil',
  'Telugu',
].map((script) => new RegExp(String.raw`^[\p{Script=${script}}\p{M}\p{Join_Control}\d-]+$`, 'u'))

/**
 * Writes the mail addresses in a text as people read them. Records and links keep a domain of another script as its `xn--` form; it
 * is shown in its letters when each part has letters of one script that schools use, and reads back as the same domain.
 */
export function shownAddresses(text: string): string {
  return text.includes('xn--') ? text.replaceAll(/(?<=@)[a-z0-9.-]*xn--[a-z0-9.-]*[a-z0-9]/gi, shownDomain) : text
}

function shownDomain(domain: string): string {
  return domain.split('.').map(shownLabel).join('.')
}

function shownLabel(label: string): string {
  const shown = label.startsWith('xn--') ? decode(label.slice('xn--'.length)) : null
  if (shown === null || !scripts.some((script) => script.test(shown))) return label
  return URL.canParse(`http://${shown}`) && new URL(`http://${shown}`).hostname === label ? shown : label
}

const [base, least, most, skew, damp] = [36, 1, 26, 38, 700]

/**
 * Decodes Punycode, RFC 3492. Null for a text that is none. The contract imports no package besides its schemas, and browsers do not decode it.
 */
function decode(encoded: string): string | null {
  const split = Math.max(encoded.lastIndexOf('-'), 0)
  const ascii = encoded.slice(0, split)
  const output = [...ascii]
  const rest = split > 0 ? encoded.slice(split + 1) : encoded
  let [code, place, bias] = [128, 0, 72]
  for (let at = 0; at < rest.length; ) {
    const before = place
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = digitOf(rest.charCodeAt(at))
      if (digit === null) return null
      at += 1
      place += digit * weight
      const threshold = Math.min(Math.max(k - bias, least), most)
      if (digit < threshold) break
      weight *= base - threshold
    }
    bias = adapt(place - before, output.length + 1, before === 0)
    code += Math.floor(place / (output.length + 1))
    place %= output.length + 1
    if (code > 0x10ffff) return null
    output.splice(place, 0, String.fromCodePoint(code))
    place += 1
  }
  return output.join('')
}

/** The value of a letter or digit; null of another character, and behind the end. */
function digitOf(code: number): number | null {
  if (code >= 97 && code <= 122) return code - 97
  return code >= 48 && code <= 57 ? code - 48 + 26 : null
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((base - least) * most) >> 1; k += base) rest = Math.floor(rest / (base - least))
  return k + Math.floor((base * rest) / (rest + skew))
}
