import {
  type Call,
  codes,
  type Envelope,
  filledPath,
  type InputOf,
  type Language,
  type ResponseOf,
} from '@atrium/contract'
import type { Signer } from '../../../../app/test-kit/products.ts'
import type { Reachable } from './server.ts'

/** How a request differs from an ordinary one. */
export interface Sender {
  readonly token?: string
  readonly address?: string
  readonly language?: Language
  readonly cookie?: string
  /** The product or team that makes the call, and its bytes if it sends any. */
  readonly signer?: Signer
  readonly content?: string
  /** Receives the cookie that the response sets, if it sets one. */
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

/** A complete file counts as success: it comes without an envelope. */
const fileTaken = async (response: Response): Promise<Envelope<never>> => {
  await response.arrayBuffer()
  return { code: codes.ok, success: true, isOk: true, message: '', data: null }
}

const expectResponse = (response: Response): void => {
  if (response.status !== 200) throw new Error(`${response.url} answered HTTP ${response.status}`)
}
