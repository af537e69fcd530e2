import { isIPv6 } from 'node:net'

/**
 * The network a caller comes from, as PostgreSQL's cidr: /24 of IPv4, /48 of IPv6. Whoever holds one
 * address usually holds the rest of it.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  const address = mapped?.[1] ?? ip
  if (!isIPv6(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const plain = address.split('%')[0] ?? address
  const [head = '', tail = ''] = plain.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = plain.includes('::') ? Array.from<string>({ length: 8 - left.length - right.length }).fill('0') : []
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::/48`
}
