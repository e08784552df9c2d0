import ipaddr from 'ipaddr.js'

/**
 * The network whose limits an address counts for. One subscriber has a whole IPv6 /64 (RFC 6177), so that is the network
 * of an IPv6 address. An IPv4 address, also one mapped into IPv6, is its own network.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`
    : `${parsed}`
}
