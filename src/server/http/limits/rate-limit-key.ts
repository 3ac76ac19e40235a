import { isIPv4, isIPv6 } from 'node:net'

/** A client's network, and how many times the limit of an address it may use. */
export interface Network {
  key: string
  times: number
}

/**
 * The rate-limit key of a client's IP address. IPv6 counts by /64, the smallest network a connection is
 * given: clients choose the lower half themselves.
 */
export function rateLimitKey(address: string): string {
  const plain = withoutMapping(address)
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return 'unknown'
  return `${hex(groupsOf(plain))}::/64`
}

/**
 * The address as {@link rateLimitKey} has it and, of IPv6, the networks around it: homes get a /56, companies and
 * customers of a hosting network a /48, which are 256 and 65,536 times a /64.
 */
export function networksOf(address: string): Network[] {
  const own = { key: rateLimitKey(address), times: 1 }
  const plain = withoutMapping(address)
  if (!isIPv6(plain)) return [own]
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(plain)
  return [
    own,
    { key: `${hex([a, b, c, d & 0xff_00])}::/56`, times: 4 },
    { key: `${hex([a, b, c])}::/48`, times: 16 },
  ]
}

/** Some proxies add the port to the address that they pass on. */
const port = /^(?:(\d+(?:\.\d+){3})|\[([^\]]+)\]):\d+$/

const withoutMapping = (address: string) =>
  address.replace(port, '$1$2').replace(/^::ffff:(?=\d+\.)/i, '')

const hex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':')

/** The upper half of an IPv6 address. */
function groupsOf(plain: string): number[] {
  const [head, tail] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const given = [head ?? [], tail ?? []] as const
  const zeros = Array.from({ length: 8 - given[0].length - given[1].length }, () => '0')
  const groups = [...given[0], ...zeros, ...given[1]].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16))
}
