import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Call,
  codes,
  type RequestOf,
  type ResponseOf,
  releaseAccept,
  releaseCheck,
  releaseUndo,
} from '@atrium/contract'
import { ReleaseFailure } from './failure.ts'
import { signatureOf, type TeamKey } from './team-key.ts'

/** Timeout of a call, in milliseconds. */
const timeout = 60_000

/** Pause before each attempt, in milliseconds. */
const pauses = [0, 1000, 4000]

/** Returns the base URL of a server's calls. */
const apiOf = (host: string): URL => new URL('api/', `${host.replace(/\/+$/, '')}/`)

/**
 * Returns the headers of a call signed by a team. They are the same as for linked products (docs/integrators.md),
 * except that the six lines are signed with Ed25519.
 */
function teamHeaders(
  key: TeamKey,
  { path, body, idempotencyKey }: Readonly<Record<'path' | 'body' | 'idempotencyKey', string>>,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('base64url')
  const contentHash = createHash('sha256').update(body).digest('hex')
  const text = [timestamp, nonce, idempotencyKey, 'POST', path, contentHash].join('\n')
  return {
    'content-type': 'application/json',
    language: 'en',
    'atrium-key': key.id,
    'atrium-timestamp': timestamp,
    'atrium-nonce': nonce,
    'idempotency-key': idempotencyKey,
    'atrium-content-sha256': contentHash,
    'atrium-signature': `ed25519=${signatureOf(key, text)}`,
  }
}

/** An Atrium server, and the key that signs calls to it. */
export interface TeamHost {
  readonly address: string
  readonly key: TeamKey
}

/**
 * Sends a request once.
 * @returns the response, or the reason why another attempt is worthwhile
 */
async function attempt(url: URL, init: RequestInit): Promise<Response | string> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    const isFinal = response.status < 500 && response.status !== 429
    return isFinal ? response : `HTTP ${response.status}`
  } catch (cause) {
    return cause instanceof Error ? String(cause.cause ?? cause.message) : String(cause)
  }
}

/** The server does not reveal which keys it trusts, so the message names the key that was used. */
const untrusted = ({ id }: TeamKey, message: string): ReleaseFailure =>
  new ReleaseFailure(
    `${message}.`,
    `The key is ${id}. If the file of trusted keys (RELEASE_KEYS) lacks it, ask the operator to add the line that ` +
      '`pnpm release:key` printed.',
  )

/**
 * Sends a signed call.
 * @throws ReleaseFailure with the server's message, or the reason why it did not respond
 */
async function ask<C extends Call>(
  { address, key }: TeamHost,
  call: C,
  fields: RequestOf<C>,
): Promise<ResponseOf<C>> {
  const url = new URL(call.path.slice(1), apiOf(address))
  const body = JSON.stringify(fields)
  const idempotencyKey = randomUUID()
  let problem = ''
  for (const pause of pauses) {
    await sleep(pause)
    const headers = teamHeaders(key, { path: url.pathname, body, idempotencyKey })
    const response = await attempt(url, { method: 'POST', headers, body })
    if (typeof response === 'string') {
      problem = response
      continue
    }
    const envelope: unknown = await response.json().catch(() => undefined)
    const { code, message, data } = (envelope ?? {}) as { code?: unknown; message?: unknown; data?: unknown }
    if (code === codes.ok) return call.response.parse(data) as ResponseOf<C>
    if (code === codes.noSession) throw untrusted(key, String(message))
    throw new ReleaseFailure(
      typeof message === 'string'
        ? `${message}.`
        : `${address} returned HTTP ${response.status} to ${call.path}. Check that it is the address of an Atrium server.`,
    )
  }
  throw new ReleaseFailure(`${address} does not respond (${problem}). Try again later; nothing is lost.`)
}

/** A manifest and its Ed25519 signature in base64. */
interface SignedManifest {
  readonly manifest: string
  readonly signature: string
}

/** Asks whether the server would accept a release. */
export const askCheck = (host: TeamHost, signed: SignedManifest) => ask(host, releaseCheck, signed)

/**
 * Asks the server to accept a release.
 * @param address address of its manifest
 */
export const askAccept = (host: TeamHost, signed: SignedManifest, address: string) =>
  ask(host, releaseAccept, { ...signed, address })

/** Asks the server to roll back from a release. */
export const askUndo = (host: TeamHost, fields: RequestOf<typeof releaseUndo>) =>
  ask(host, releaseUndo, fields)
