import Bowser from 'bowser'

/** Names that are shorter, or that people know better, than those of the library. */
const familiarNames: Readonly<Record<string, string>> = {
  'Chrome OS': 'Chromebook',
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  macOS: 'Mac',
}
const kinds = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' } as const

export interface Device {
  /** For example `Chrome on Windows`; `Unknown device` when nothing is known. */
  name: string
  kind: 'phone' | 'tablet' | 'computer' | 'unknown'
}

/** Returns a readable device name. The client can forge it, so it is only displayed. */
export function parseUserAgent(userAgent: string): Device {
  // The library throws for an empty text.
  const { browser, os, platform } = Bowser.parse(userAgent || 'unknown')
  const names = [browser.name, platform.vendor === 'Apple' && platform.model ? platform.model : os.name]
  const name = names.flatMap((one) => (one ? [familiarNames[one] ?? one] : [])).join(' on ')
  return { name: name || 'Unknown device', kind: kinds[platform.type as keyof typeof kinds] ?? 'unknown' }
}
