import ipaddr from 'ipaddr.js'

/** A host of OUTBOUND_ALLOW. Without a port, every port is allowed. */
interface ListedHost {
  readonly host: string
  readonly port?: number
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Private targets that the server may call, also over http. */
interface AllowList {
  readonly hosts: readonly ListedHost[]
  readonly networks: readonly Network[]
}

const entriesOf = (list: string): string[] => list.split(',').map((entry) => entry.trim())

/** Normalises the host of a URL: in lower case, without brackets or a final dot. */
export const canonicalHost = (text: string): string =>
  text
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()

/**
 * Parses a host name or an address.
 * @throws RangeError for anything else
 */
function parseHost(text: string): string {
  const url = URL.parse(`http://${text}`)
  if (!url || !/^(\[[\da-f:.]+\]|[^\s/?#@\\:*]+)$/i.test(text)) throw new RangeError(`no host: ${text}`)
  return canonicalHost(url.hostname)
}

function parsePort(text: string): number {
  const port = Number(text)
  if (port < 1 || port > 65_535) throw new RangeError(`no port: ${text}`)
  return port
}

/** Parses a network. An address is a network of one, whatever name leads to it. */
const networkOf = (entry: string): Network | undefined => {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry)
  const address = entry.replace(/^\[(.*)\]$/, '$1')
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return undefined
  const parsed = ipaddr.parse(address)
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Reads OUTBOUND_ALLOW.
 * @param list names, name:port, addresses, address:port and networks (10.0.0.0/8), separated by commas
 * @throws Error if an entry is none of these
 */
export function parseAllowList(list: string): AllowList {
  const hosts: ListedHost[] = []
  const networks: Network[] = []
  for (const entry of entriesOf(list)) {
    const network = networkOf(entry)
    const [, host = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? []
    if (network) networks.push(network)
    else hosts.push({ host: parseHost(host), ...(port && { port: parsePort(port) }) })
  }
  return { hosts, networks }
}

/**
 * Reads OUTBOUND_HOSTS.
 * @param list names, addresses, and names such as *.example.com for all names below one, separated by commas
 * @returns the names; names such as *.example.com begin with the dot
 * @throws RangeError if an entry is none of these
 */
export const parseHostList = (list: string): string[] =>
  entriesOf(list).map((entry) =>
    entry.startsWith('*.') ? `.${parseHost(entry.slice(2))}` : parseHost(entry),
  )
