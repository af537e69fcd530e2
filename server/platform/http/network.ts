import { isIPv4, isIPv6 } from 'node:net'

/** All callers with an unreadable address count as one network. */
const unreadable = '0.0.0.0/24'

/**
 * Returns a caller's network as a PostgreSQL cidr: /24 of IPv4, /48 of IPv6. The holder of one address usually
 * controls the whole block.
 */
export function networkOf(ip: string | undefined): string {
  const { version, groups } = readAddress(ip)
  if (version === 4) return `${groups.slice(0, 3).join('.')}.0/24`
  return version === 6 ? `${groups.slice(0, 3).join(':')}::/48` : unreadable
}

/** Returns a caller's household: the IPv4 address, or the /64 of IPv6, within which addresses rotate. */
export function addressOf(ip: string | undefined): string {
  const { version, groups } = readAddress(ip)
  if (version === 4) return groups.join('.')
  return version === 6 ? `${groups.slice(0, 4).join(':')}::/64` : unreadable
}

/** Normalises an address, so that every spelling gives the same groups. A client that has left has none. */
function readAddress(ip = ''): { version: 4 | 6 | undefined; groups: string[] } {
  // Some proxies append the port.
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
