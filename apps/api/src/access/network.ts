import ipaddr from 'ipaddr.js'

/**
 * The network that an address counts for in limits: one subscriber has all of an IPv6 /64 (RFC 6177), so its first half;
 * an IPv4 address is its own, also where it comes mapped into IPv6.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
    : `${parsed}`
}
