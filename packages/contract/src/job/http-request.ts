/** Replaces the value of a header in every response. */
export const maskedHeader = '******'

/** HTTP header of a request. */
export interface Header {
  readonly name: string
  readonly value: string
}

/** Names are tokens (RFC 9110, 5.6.2). Values are visible ASCII, spaces and tabs, which every server reads the same way. */
const headerPattern = /^(?<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?<value>[\x20-\x7e\t]*)$/

/** Headers that control the connection. Changing them could make servers misread the request. */
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
 * @returns undefined if a line is not a header, sets a header of the connection, or repeats a name
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

/** Formats headers as lines of text. */
export const formatHeaders = (headers: readonly Header[]): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

export const isHeaderText = (text: string): boolean => parseHeaders(text) !== undefined

/** Whether a text is a valid URL for a request. Only the server decides whether it may be called. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && !text.includes('#')
}
