import { isIPv4, isIPv6 } from 'node:net'

/** All callers whose address can't be read are counted as one network. */
const unreadable = '0.0.0.0/24'

/**
 * The network a caller comes from, as PostgreSQL's cidr: /24 of IPv4, /48 of IPv6. Whoever holds one
 * address usually holds the rest of it.
 */
export function networkOf(ip: string): string {
  const { version, groups } = readAddress(ip)
  if (version === 4) return `${groups.slice(0, 3).join('.')}.0/24`
  return version === 6 ? `${groups.slice(0, 3).join(':')}::/48` : unreadable
}

/** The one household or device a caller is: an IPv4 address, or the /64 of IPv6 within which addresses change by themselves. */
export function addressOf(ip: string): string {
  const { version, groups } = readAddress(ip)
  if (version === 4) return groups.join('.')
  return version === 6 ? `${groups.slice(0, 4).join(':')}::/64` : unreadable
}

/** One address has one reading, however it was written. */
function readAddress(ip: string): { version: 4 | 6 | undefined; groups: string[] } {
  // Some proxies pass the port on as well.
  const plain = /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  const address = mapped?.[1] ?? plain
  if (isIPv4(address)) return { version: 4, groups: address.split('.') }
  if (!isIPv6(address)) return { version: undefined, groups: [] }
  const [head = '', tail = ''] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = address.includes('::') ? Array.from<string>({ length: 8 - left.length - right.length }).fill('0') : []
  return { version: 6, groups: [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16)) }
}
