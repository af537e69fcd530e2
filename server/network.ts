import { isIPv4, isIPv6 } from 'node:net'

/** What a proxy passed on that is no address: counted together, as one. */
const unreadable = '0.0.0.0/24'

/**
 * The network a caller comes from, as PostgreSQL's cidr: /24 of IPv4, /48 of IPv6. Whoever holds one
 * address usually holds the rest of it.
 */
export function networkOf(ip: string): string {
  // Some proxies pass the port on as well.
  const plain = /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  const address = mapped?.[1] ?? plain
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(address)) return unreadable
  const [head = '', tail = ''] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = address.includes('::') ? Array.from<string>({ length: 8 - left.length - right.length }).fill('0') : []
  const groups = [...left, ...zeros, ...right].slice(0, 3)
  // One network is one text, however the address was written.
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`
}
