import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'
import { canonicalHost, parseAllowList, parseHostList } from '../config/outbound-lists.ts'

/** Settings that determine which addresses the server may call. */
export type OutboundSettings = Pick<Config, 'OUTBOUND_ALLOW' | 'OUTBOUND_HOSTS' | 'ALLOW_HTTP'>

/** `page`: opened by users' browsers, which may reach private addresses. `api`: called by the server itself. */
export type AddressUse = 'page' | 'api'

/** Reasons for rejecting an address. */
export type AddressFault = 'invalid' | 'insecure' | 'private'

/** The public range of IPv6 (RFC 4291, 2.4). All other ranges embed other addresses or are unassigned. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Addresses of a public range that exist only inside a cloud: the host of Azure's machines. */
const cloudHosts = new Set(['168.63.129.16'])

/**
 * Returns whether an address belongs to the public Internet, and not to this machine, a private or provider's
 * network, a cloud's metadata or a multicast group. An address that embeds another one (IPv4-mapped, NAT64, 6to4,
 * Teredo) is not public either.
 */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || cloudHosts.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** Target of a URL. */
export interface Target {
  readonly url: URL
  /** Name, or address without brackets. */
  readonly host: string
  readonly port: number
  readonly isAddress: boolean
}

const plainPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Parses an http or https URL without credentials and, for calls by the server itself, without a fragment.
 * @returns undefined for anything else
 */
function parseTarget(text: string, use: AddressUse): Target | undefined {
  // Rejects characters that URL would silently drop or change, since other software may read them differently.
  if (!/^https?:\/\/[^\\\s\p{Cc}]+$/iu.test(text) || (use === 'api' && text.includes('#'))) return undefined
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '' || url.port === '0') return undefined
  const host = canonicalHost(url.hostname)
  const port = url.port === '' ? plainPorts[url.protocol] : Number(url.port)
  if (host === '' || port === undefined) return undefined
  return { url, host, port, isAddress: isIP(host) !== 0 }
}

const isNameOfThisMachine = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** Rules for the addresses that the server may reach. */
export interface AddressRules {
  /** Returns the target of an address, or the fault that its text shows. */
  readonly judge: (text: string, use: AddressUse) => { fault: AddressFault } | { target: Target }
  /** Returns whether a host may be called at all. */
  readonly isCallable: (host: string) => boolean
  /**
   * Checks whether the server may connect to one of the addresses of a target's name. Http is possible only if it is
   * allowed.
   * @returns the fault; undefined if the server may connect
   */
  readonly faultOfConnection: (target: Target, address: string) => AddressFault | undefined
}

/** Creates the rules of a deployment. */
export function addressRules(settings: OutboundSettings): AddressRules {
  const allowed = settings.OUTBOUND_ALLOW
    ? parseAllowList(settings.OUTBOUND_ALLOW)
    : { hosts: [], networks: [] }
  const only = settings.OUTBOUND_HOSTS ? parseHostList(settings.OUTBOUND_HOSTS) : undefined
  const httpAllowed = settings.ALLOW_HTTP === '1'

  const isListed = ({ host, port }: Target): boolean =>
    allowed.hosts.some((listed) => listed.host === host && (listed.port ?? port) === port)

  const isInNetwork = (address: string): boolean => {
    const parsed = ipaddr.parse(address)
    return allowed.networks.some(([network, bits]) => {
      return network.kind() === parsed.kind() && parsed.match(network, bits)
    })
  }

  const faultOfConnection = (target: Target, address: string): AddressFault | undefined => {
    if (isListed(target) || isInNetwork(address)) return undefined
    if (!isPublicAddress(address)) return 'private'
    return target.url.protocol === 'http:' && !httpAllowed ? 'insecure' : undefined
  }

  const faultOfText = (target: Target, use: AddressUse): AddressFault | undefined => {
    const { host, isAddress, url } = target
    if (isListed(target)) return undefined
    if (use === 'api' && isAddress) return faultOfConnection(target, host)
    if (use === 'api' && isNameOfThisMachine(host) && !['127.0.0.1', '::1'].some(isInNetwork))
      return 'private'
    if (url.protocol === 'https:' || httpAllowed || (isAddress && isInNetwork(host))) return undefined
    // Only a lookup shows whether the name has an address in one of the allowed networks.
    return use === 'api' && allowed.networks.length > 0 ? undefined : 'insecure'
  }

  return {
    judge: (text, use) => {
      const target = parseTarget(text, use)
      if (!target) return { fault: 'invalid' }
      const fault = faultOfText(target, use)
      return fault ? { fault } : { target }
    },
    isCallable: (host) =>
      only === undefined || only.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name)),
    faultOfConnection,
  }
}
