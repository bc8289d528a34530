import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'

/** Whether an address is one of a proxy whose `X-Forwarded-*` headers count. */
export type IsTrusted = (address: string) => boolean

/**
 * An IP address as it is written in `X-Forwarded-For`: some proxies put a port behind it, and an IPv6 address into
 * brackets then; an IPv4 address may come as one of IPv6.
 * @returns undefined for what is none
 */
export function parseAddress(text: string): string | undefined {
  const [, bare = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? []
  const address = bare.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/**
 * Which proxies are trusted.
 * @param list addresses and networks, or `loopback`, `linklocal` and `uniquelocal`, separated by commas
 * @throws TypeError where one of them is none
 */
export function trusting(list: string): IsTrusted {
  const isListed = proxyAddr.compile(list.split(',').map((entry) => entry.trim()))
  return (text) => {
    const address = parseAddress(text)
    return address !== undefined && isListed(address, 0)
  }
}

/** Where a request comes from: the last address that no trusted proxy stands for; the socket's where that is none. */
export const addressOf = (request: FastifyRequest): string =>
  // Who has hung up already has no address any more.
  parseAddress(request.ip ?? '') ?? parseAddress(request.socket.remoteAddress ?? '') ?? ''
