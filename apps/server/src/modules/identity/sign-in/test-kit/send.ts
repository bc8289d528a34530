import {
  type Call,
  codes,
  type Envelope,
  filledPath,
  type InputOf,
  type Language,
  type ResponseOf,
  reasonCodeHeader,
  reasonHeader,
} from '@atrium/contract'
import type { Signer } from '../../../../app/test-kit/products.ts'
import type { Reachable } from './server.ts'

/** Properties in which a request differs from an ordinary one. */
export interface Sender {
  readonly token?: string
  readonly address?: string
  readonly language?: Language
  /** Reason for the change; a general one by default, '' for none. */
  readonly reason?: string
  /** Code of a reason from the list. */
  readonly reasonCode?: string
  readonly cookie?: string
  /** Headers with an electronic signature. */
  readonly signature?: Readonly<Record<string, string>>
  /** Signer for calls of products and teams, and the content of an upload. */
  readonly signer?: Signer
  readonly content?: string
  /** Receives the response's cookie, if it sets one. */
  readonly onCookie?: (cookie: string) => void
}

/** Makes a call over HTTP. */
export const send = async <C extends Call>(
  server: Reachable,
  { method, path: named, form }: C,
  input: InputOf<C>,
  sender: Sender = {},
): Promise<Envelope<ResponseOf<C>>> => {
  const { token, address = '192.0.2.1', language = 'zh', cookie, signer, content = '', onCookie } = sender
  const { reason = '测试', reasonCode = '', signature = {} } = sender
  const { path, rest } = filledPath(named, Object(input))
  const bytes = form === 'upload'
  const query =
    method === 'GET' || bytes ? `?${new URLSearchParams(Object.entries(rest) as [string, string][])}` : ''
  const body = bytes ? content : JSON.stringify(rest)
  const url = `${server.api}${path}${query}`
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': bytes ? 'application/octet-stream' : 'application/json',
      'x-forwarded-for': address,
      language,
      [reasonHeader]: encodeURIComponent(reason),
      [reasonCodeHeader]: encodeURIComponent(reasonCode),
      ...signature,
      ...(token && { authorization: token }),
      ...(cookie && { cookie }),
      ...signer?.sign({ method, path: `/api${path}${query}`, body: method === 'POST' ? body : '' }),
    },
    ...(method === 'POST' && { body }),
  })
  expectResponse(response)
  const [left] = response.headers.getSetCookie()
  if (left) onCookie?.(left.split(';')[0] ?? '')
  if (isFile(response)) return fileTaken(response)
  return (await response.json()) as Envelope<ResponseOf<C>>
}

const isFile = ({ headers }: Response): boolean => headers.has('content-disposition')

/** Reads a downloaded file, which has no envelope, and reports success. */
const fileTaken = async (response: Response): Promise<Envelope<never>> => {
  await response.arrayBuffer()
  return { code: codes.ok, success: true, isOk: true, message: '', data: null }
}

const expectResponse = (response: Response): void => {
  if (response.status !== 200) throw new Error(`${response.url} answered HTTP ${response.status}`)
}
