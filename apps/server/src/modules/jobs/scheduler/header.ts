import { formatHeaders, type Header, maskedHeader, parseHeaders } from '@atrium/contract'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'

/** Purpose of the encryption of headers. */
const purpose = 'job-header'

/** The headers of a job as they are kept; null if there are none. */
export const encryptHeader = (secrets: Secrets, text: string): string | null =>
  text === '' ? null : secrets.encrypt(purpose, text)

/** The lines of a job's headers, with their values. */
export const decryptHeader = (secrets: Secrets, encrypted: string | null): string =>
  encrypted === null ? '' : secrets.decrypt(purpose, encrypted)

/** Headers for display: names only. */
export const maskHeader = (text: string): string =>
  formatHeaders((parseHeaders(text) ?? []).map(({ name }) => ({ name, value: maskedHeader })))

/** The target of a request: stored values for one target are not sent to another. */
const originOf = (url: string): string | undefined => URL.parse(url)?.origin

interface Sent {
  readonly httpUrl: string
  readonly header: string
}

/**
 * Returns the sent headers, with the stored values in place of masks.
 * @param stored as they were saved; undefined for a new job
 * @returns the lines, or their faults
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
