import { isIP, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Origin of a request. */
export interface Client {
  /** The IP address: the one that a trusted proxy forwards, if there is one. */
  readonly address: string
  readonly userAgent: string
}

/**
 * Parses an IP address from `X-Forwarded-For`. Some proxies append a port, and put an IPv6 address into brackets then.
 * An IPv4 address may be written as an IPv6 one.
 * @returns undefined for anything else
 */
export function parseAddress(text: string): string | undefined {
  const [, bare = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/** Whether an address is one of a proxy whose `X-Forwarded-*` headers count. */
type IsTrusted = (address: string) => boolean

/**
 * Which proxies are trusted.
 * @param list addresses and networks, or `loopback`, `linklocal` and `uniquelocal`, separated by commas
 * @throws TypeError if one of them is none
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
 * Returns what an address counts as: an IPv4 address as itself, an IPv6 address as its /64 network, because the owner
 * of one address has the whole network.
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
