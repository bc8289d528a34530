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
import { sendRequest } from '../../../../../test-support/send-request.ts'
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
  const response = await sendRequest(url, {
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
  if (response.status !== 200) throw new Error(`${url} answered HTTP ${response.status}`)
  const [left] = response.headers['set-cookie'] ?? []
  if (left) onCookie?.(left.split(';')[0] ?? '')
  // A downloaded file has no envelope.
  if (response.headers['content-disposition'] !== undefined)
    return { code: codes.ok, success: true, isOk: true, message: '', data: null }
  return JSON.parse(response.body.toString()) as Envelope<ResponseOf<C>>
}
