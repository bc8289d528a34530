import { formatHeaders, type Header, maskedHeader, parseHeaders } from '@atrium/contract'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'

/** Purpose of the encryption of headers. */
const purpose = 'job-header'

/** Encrypts a job's headers for storage; returns null if there are none. */
export const encryptHeader = (secrets: Secrets, text: string): string | null =>
  text === '' ? null : secrets.encrypt(purpose, text)

/** Decrypts a job's stored headers. */
export const decryptHeader = (secrets: Secrets, encrypted: string | null): string =>
  encrypted === null ? '' : secrets.decrypt(purpose, encrypted)

/** Returns headers for display, with their values masked. */
export const maskHeader = (text: string): string =>
  formatHeaders((parseHeaders(text) ?? []).map(({ name }) => ({ name, value: maskedHeader })))

/** Returns the origin of a URL. Stored header values are never sent to another origin. */
const originOf = (url: string): string | undefined => URL.parse(url)?.origin

interface Sent {
  readonly httpUrl: string
  readonly header: string
}

/**
 * Returns the submitted headers, with the stored values in place of masks.
 * @param stored the saved job; undefined for a new job
 * @returns the header lines, or an issue with them
 */
export function unmaskHeader(sent: Sent, stored: Sent | undefined): string | FieldIssue<'header'> {
  const headers = parseHeaders(sent.header) ?? []
  const known = new Map<string, string>()
  for (const { name, value } of parseHeaders(stored?.header ?? '') ?? []) known.set(name.toLowerCase(), value)
  const found: Header[] = []
  for (const { name, value } of headers) {
    const old = known.get(name.toLowerCase())
    if (value !== maskedHeader) found.push({ name, value })
    else if (old === undefined) return fieldIssue('header', 'job.rule.headerUnknown', { name })
    else if (originOf(sent.httpUrl) !== originOf(stored?.httpUrl ?? ''))
      return fieldIssue('header', 'job.rule.headerAgain')
    else found.push({ name, value: old })
  }
  return formatHeaders(found)
}
