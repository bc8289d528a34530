/** Mask of a header's value, which is never shown again. */
export const maskedHeader = '******'

/** A header of a request. */
export interface Header {
  readonly name: string
  readonly value: string
}

/** Names are tokens (RFC 9110, 5.6.2); values are visible ASCII, spaces and tabs, which each server reads alike. */
const headerPattern = /^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[\x20-\x7e\t]*)$/

/** Headers of the connection itself. With other values of these, servers would read a request differently. */
const ofTheConnection = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Parses headers from lines such as `Authorization: Bearer 1`; empty lines are ignored.
 * @returns undefined if a line is not a header, names one of the connection's own, or one a second time
 */
export function parseHeaders(text: string): readonly Header[] | undefined {
  const headers: Header[] = []
  const names = new Set<string>()
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const { name, value } = headerPattern.exec(line.trim())?.groups ?? {}
    if (name === undefined || value === undefined) return undefined
    const key = name.toLowerCase()
    if (ofTheConnection.has(key) || names.has(key)) return undefined
    names.add(key)
    headers.push({ name, value })
  }
  return headers
}

/** Headers as lines of text. */
export const formatHeaders = (headers: readonly Header[]): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

export const isHeaderText = (text: string): boolean => parseHeaders(text) !== undefined

/** Whether a text is an address that a request may have; whether it may be called the server knows. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && !text.includes('#')
}
