import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'
import { canonicalHost, parseAllowList, parseHostList } from '../config/outbound-lists.ts'

/** The settings that say where the server may call. */
export type OutboundSettings = Pick<Config, 'OUTBOUND_ALLOW' | 'OUTBOUND_HOSTS' | 'ALLOW_HTTP'>

/** `page`: opened by people's browsers, which reach what they reach. `api`: called by the server itself. */
export type AddressUse = 'page' | 'api'

/** Faults of an address by its text only. */
export type AddressFault = 'invalid' | 'insecure' | 'private'

/** All that is public of IPv6 (RFC 4291, 2.4); the rest embeds other addresses, or is nobody's. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Inside of clouds only, though from a range that is public: the host of Azure's machines. */
const cloudHosts = new Set(['168.63.129.16'])

/**
 * Whether an address belongs to the public Internet: not to this machine, a private or provider's network, a cloud's
 * metadata, a group, or to another address that it embeds (IPv4-mapped, NAT64, 6to4, Teredo).
 */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || cloudHosts.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** Where a URL leads. */
export interface Target {
  readonly url: URL
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
  readonly isAddress: boolean
}

const plainPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * Reads an http or https URL without credentials, for the server itself also without a fragment.
 * @returns undefined for anything else
 */
function parseTarget(text: string, use: AddressUse): Target | undefined {
  // What URL would drop or turn round silently, somebody else may read otherwise.
  if (!/^https?:\/\/[^\\\s\p{Cc}]+$/iu.test(text) || (use === 'api' && text.includes('#'))) return undefined
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '' || url.port === '0') return undefined
  const host = canonicalHost(url.hostname)
  const port = url.port === '' ? plainPorts[url.protocol] : Number(url.port)
  if (host === '' || port === undefined) return undefined
  return { url, host, port, isAddress: isIP(host) !== 0 }
}

const isNameOfThisMachine = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** Addresses that the deployment lets the server reach. */
export interface AddressRules {
  /** Faults of an address by its text and by where it leads. */
  readonly judge: (text: string, use: AddressUse) => { fault: AddressFault } | { target: Target }
  /** Whether a host may be called at all. */
  readonly isCallable: (host: string) => boolean
  /**
   * Whether the server may connect to one of the addresses that a target's name has. Over http only where it is allowed.
   * @returns what keeps it from doing so
   */
  readonly faultOfConnection: (target: Target, address: string) => AddressFault | undefined
}

/** Makes the rules of a deployment. */
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
    // Only a lookup shows whether the server would find a name in one of the allowed networks.
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
