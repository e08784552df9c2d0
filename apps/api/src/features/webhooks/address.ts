import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isNamedSafely } from '../../config.ts'

export class NotPublic extends Error {
  override name = 'NotPublic'
  override message = 'the address is not public'
}

/** Whether an IP address is one of the public internet: no private, loopback, link-local, shared or translated one. */
function isPublic(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  // The library takes all that has no name of its own for unicast, such as ::127.0.0.1.
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6))
}

/** The part of IPv6 from which public addresses are given out. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

const REFUSED = 'Must be an https address of a public host'

/**
 * Why an address is refused; null if it is accepted. A name is checked again by what it resolves to, with each connection.
 * @param hosts that the operator named, "host" or "host:port": they need not be public, and may be plain http on loopback.
 */
export function addressFault(text: string, hosts: readonly string[]): string | null {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return REFUSED
  if (hosts.includes(url.host)) return isNamedSafely(url) ? null : REFUSED
  if (url.protocol !== 'https:') return REFUSED
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return isPublic(host) ? null : REFUSED
  return /\.[a-z][a-z\d-]*\.?$/i.test(host) && !/\.(localhost|local|internal)\.?$/i.test(host) ? null : REFUSED
}

export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Resolves a name by a name service, and refuses it if any of its addresses is not public: a name can lead inside. */
export const publicLookupBy =
  (resolve: Resolver): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) callback(error ?? new NotPublic(), [])
      else if (!found.every(({ address }) => isPublic(address))) callback(new NotPublic(), [])
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })

export const publicLookup = publicLookupBy(lookup)
