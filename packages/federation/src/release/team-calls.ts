import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AnswerOf,
  type Call,
  codes,
  type RequestOf,
  releaseAccept,
  releaseCheck,
  releaseUndo,
} from '@atrium/contract'
import { ReleaseFailure } from './failure.ts'
import { signatureOf, type TeamKey } from './team-key.ts'

/** Milliseconds for which a server may say nothing. */
const timeout = 60_000

/** Before each further try, after an answer that is none: milliseconds. */
const pauses = [0, 1000, 4000]

/** Where the calls of a server are. */
const apiOf = (host: string): URL => new URL('api/', `${host.replace(/\/+$/, '')}/`)

/**
 * The headers of a call that a team signs: those of linked products (docs/integrators.md), with the six lines signed by
 * Ed25519.
 */
export function teamHeaders(
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

/** A server of Atrium's, asked by a team. */
export interface TeamHost {
  readonly address: string
  readonly key: TeamKey
}

/** What came back: the answer, or nothing that counts as one. */
async function once(url: URL, init: RequestInit): Promise<Response | string> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    const isOver = response.status < 500 && response.status !== 429
    return isOver ? response : `HTTP ${response.status}`
  } catch (cause) {
    return cause instanceof Error ? String(cause.cause ?? cause.message) : String(cause)
  }
}

/** A server says no more to whom it does not know than that it does not. */
const notTrusted = ({ id }: TeamKey, message: string): ReleaseFailure =>
  new ReleaseFailure(
    `${message}.`,
    `The key is ${id}. Where the file of trusted keys (RELEASE_KEYS) lacks it, have the operator add the line that ` +
      '`pnpm release:key` printed.',
  )

/** @throws ReleaseFailure with what the server says, or why nothing came */
async function ask<C extends Call>(
  { address, key }: TeamHost,
  call: C,
  fields: RequestOf<C>,
): Promise<AnswerOf<C>> {
  const url = new URL(call.path.slice(1), apiOf(address))
  const body = JSON.stringify(fields)
  const idempotencyKey = randomUUID()
  let trouble = ''
  for (const pause of pauses) {
    await sleep(pause)
    const headers = teamHeaders(key, { path: url.pathname, body, idempotencyKey })
    const response = await once(url, { method: 'POST', headers, body })
    if (typeof response === 'string') {
      trouble = response
      continue
    }
    const envelope: unknown = await response.json().catch(() => undefined)
    const { code, message, data } = (envelope ?? {}) as { code?: unknown; message?: unknown; data?: unknown }
    if (code === codes.ok) return call.answer.parse(data) as AnswerOf<C>
    if (code === codes.noSession) throw notTrusted(key, String(message))
    throw new ReleaseFailure(
      typeof message === 'string'
        ? `${message}.`
        : `${address} answers HTTP ${response.status} to ${call.path}: is it the address of Atrium’s server?`,
    )
  }
  throw new ReleaseFailure(`${address} does not answer (${trouble}): try again later, nothing is lost.`)
}

/** A manifest and its signature, as they are asked about. */
export interface SignedManifest {
  readonly manifest: string
  readonly signature: string
}

/** Whether the server would take a release. */
export const askCheck = (host: TeamHost, signed: SignedManifest) => ask(host, releaseCheck, signed)

/** Has the server take a release. @param address of its manifest */
export const askAccept = (host: TeamHost, signed: SignedManifest, address: string) =>
  ask(host, releaseAccept, { ...signed, address })

/** Has the server roll back from a release. */
export const askUndo = (host: TeamHost, fields: RequestOf<typeof releaseUndo>) =>
  ask(host, releaseUndo, fields)
