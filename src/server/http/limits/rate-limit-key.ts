import { isIPv4, isIPv6 } from 'node:net'

/**
 * The rate-limit key of a client's IP address. IPv6 counts by /64, the smallest network a connection is
 * given: clients choose the lower half themselves.
 */
export function rateLimitKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  const [head, tail] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const given = [head ?? [], tail ?? []] as const
  const zeros = Array.from({ length: 8 - given[0].length - given[1].length }, () => '0')
  const groups = [...given[0], ...zeros, ...given[1]].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
