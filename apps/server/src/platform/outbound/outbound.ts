import type { LookupAddress } from 'node:dns'
import { lookup as lookupAddresses } from 'node:dns/promises'
import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import {
  type AddressFault,
  type AddressRules,
  type AddressUse,
  addressRules,
  type OutboundSettings,
  type Target,
} from './addresses.ts'

/** Reason why a call to another address failed. */
export type OutboundReason =
  | AddressFault
  /** The deployment allows calls only to certain hosts, and this is not one of them. */
  | 'notAllowed'
  /** The name or the server does not exist, its TLS is not trusted, it does not speak HTTP, or the connection broke off. */
  | 'unreachable'
  | 'timeout'
  /** The response is longer than allowed. */
  | 'tooLarge'
  /** The response is a redirect, which is never followed. */
  | 'redirect'

/** A failed call to another address. */
export class OutboundFailure extends Error {
  readonly reason: OutboundReason

  /**
   * Creates the failure.
   * @param detail an error code of Node, or a description for the log; never a part of the content that was sent
   */
  constructor(reason: OutboundReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`)
    this.name = 'OutboundFailure'
    this.reason = reason
  }
}

export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  /** Headers, except those of the connection, such as Host and Content-Length. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Time limit from the lookup of the name to the end of the response, in milliseconds. */
  readonly timeout: number
  /** Maximum size of a response, in bytes. */
  readonly maxResponse: number
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal
}

export interface OutboundResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body, decoded as UTF-8. */
  readonly body: string
}

/** Calls addresses that come from data. */
export interface Outbound {
  /**
   * Returns the fault of an address, judged by its text only. `invalid`: not an http or https URL, or one with
   * credentials; for calls by the server itself, also one with a fragment. `insecure`: http, which the deployment
   * does not allow. `private`: a private address or a name of this machine, for calls by the server itself. A name
   * may still have an address that `send` rejects.
   */
  check(url: string, use: AddressUse): AddressFault | undefined
  /**
   * Makes one call to an address that is public or allowed. Follows no redirect, uses no proxy and sends no
   * credentials.
   * @throws OutboundFailure if there is no response; a response with a status of 400 or more is returned
   */
  send(request: OutboundRequest): Promise<OutboundResponse>
}

/** Finds all addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>

/**
 * Returns a lookup for the connection itself, so that nothing can change between the check and the call. It returns
 * only addresses to which the server may connect.
 */
const guardedLookup =
  (rules: AddressRules, target: Target, lookup: Lookup): LookupFunction =>
  (name, { all }, callback) => {
    const found = async () => {
      const addresses = await lookup(name)
      const good = addresses.filter(({ address }) => !rules.faultOfConnection(target, address))
      if (good.length > 0) return good
      const faults = addresses.map(({ address }) => rules.faultOfConnection(target, address))
      const fault = faults.find((one) => one === 'private') ?? faults[0]
      throw fault ? new OutboundFailure(fault) : new OutboundFailure('unreachable', 'ENOTFOUND')
    }
    found().then(
      (good) => (all ? callback(null, good) : callback(null, good[0]?.address ?? '', good[0]?.family)),
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

/**
 * Headers that the caller may not set: those of the connection (RFC 9110, 7.6.1), and Host, which could name a host
 * that was not checked.
 */
const headersOfConnection =
  /^(host|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i

async function readBody(response: IncomingMessage, maxResponse: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxResponse) throw new OutboundFailure('tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Codes of Node's errors for headers and methods that HTTP cannot transmit. */
const unsendable =
  /^ERR_(INVALID_(CHAR|HTTP_TOKEN|ARG_VALUE|ARG_TYPE)|HTTP_INVALID_HEADER_VALUE|UNESCAPED_CHARACTERS)$/

function failureOf(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (unsendable.test(code)) return new OutboundFailure('invalid', code)
  return new OutboundFailure(code === 'HPE_HEADER_OVERFLOW' ? 'tooLarge' : 'unreachable', code)
}

interface Exchange extends OutboundRequest {
  readonly target: Target
  readonly lookup: LookupFunction
}

/** Sends one request on a new connection. */
async function exchange(wanted: Exchange): Promise<OutboundResponse> {
  const { target, method, headers, body, maxResponse, lookup, timeout, signal } = wanted
  const timeIsUp = AbortSignal.timeout(timeout)
  const { request: open, Agent } = target.url.protocol === 'https:' ? https : http
  try {
    const request = open(target.url, {
      method,
      headers: { 'user-agent': 'Atrium', ...headers, 'accept-encoding': 'identity' },
      // A new agent reuses no earlier connection, whose address may differ, and no proxy of the environment.
      agent: new Agent({ keepAlive: false }),
      lookup,
      signal: signal ? AbortSignal.any([timeIsUp, signal]) : timeIsUp,
    })
    try {
      // The server may respond and disconnect while the body is still being sent.
      request.on('error', () => {})
      request.end(body)
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const { statusCode: status = 0 } = response
      if (status >= 300 && status < 400) throw new OutboundFailure('redirect', `HTTP ${status}`)
      return { status, headers: response.headers, body: await readBody(response, maxResponse) }
    } finally {
      request.destroy()
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw timeIsUp.aborted ? new OutboundFailure('timeout') : failureOf(error)
  }
}

/**
 * Creates the client for outbound calls.
 * @param lookup finds the addresses of a name; the system's by default
 */
export function createOutbound(
  settings: OutboundSettings,
  lookup: Lookup = (name) => lookupAddresses(name, { all: true }),
): Outbound {
  const rules = addressRules(settings)
  return {
    check: (url, use) => {
      const judged = rules.judge(url, use)
      return 'fault' in judged ? judged.fault : undefined
    },
    send: async (request) => {
      const judged = rules.judge(request.url, 'api')
      if ('fault' in judged) throw new OutboundFailure(judged.fault)
      const { target } = judged
      if (!rules.isCallable(target.host)) throw new OutboundFailure('notAllowed')
      const wrong = Object.keys(request.headers ?? {}).find((name) => headersOfConnection.test(name))
      if (wrong !== undefined) throw new OutboundFailure('invalid', `header ${wrong}`)
      return exchange({ ...request, target, lookup: guardedLookup(rules, target, lookup) })
    },
  }
}
