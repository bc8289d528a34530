import { isIP, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Origin of a request. */
export interface Client {
  /** IP address of the client, as a trusted proxy forwards it if there is one. */
  readonly address: string
  readonly userAgent: string
}

/**
 * Parses an IP address from `X-Forwarded-For`. Some proxies append a port, and then put an IPv6 address in brackets.
 * An IPv4 address may be written as an IPv6 one.
 * @returns undefined for anything else
 */
export function parseAddress(text: string): string | undefined {
  const [, bare = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/** Returns whether an address belongs to a proxy whose `X-Forwarded-*` headers are trusted. */
type IsTrusted = (address: string) => boolean

/**
 * Returns a check for trusted proxies.
 * @param list addresses and networks, or `loopback`, `linklocal` and `uniquelocal`, separated by commas
 * @throws TypeError if an entry is invalid
 */
export function trustedProxyCheck(list: string): IsTrusted {
  const isListed = proxyAddr.compile(list.split(',').map((entry) => entry.trim()))
  return (text) => {
    const address = parseAddress(text)
    return address !== undefined && isListed(address, 0)
  }
}

const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))

/**
 * Returns the group by which limits count an address: an IPv4 address by itself, an IPv6 address as its /64 network,
 * because the owner of one address has the whole network.
 */
export const addressGroup = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('%')[0]?.split('::') ?? []
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
