import { gunzipSync } from 'node:zlib'
import { type Call, filledPath } from '@atrium/contract'
import { unzipSync } from 'fflate'
import { sendRequest } from '../../../../test-support/send-request.ts'
import type { Reachable } from '../../../modules/identity/sign-in/test-kit/index.ts'
import { isPdf, textOfPdf } from './pdf.ts'

/** A response as it was received; of a PDF, its texts. */
export interface Received {
  readonly status: number
  /** Headers that name a file or an address; '' without one. */
  readonly named: string
  readonly body: Buffer
}

/** Makes a call and returns the response. */
export async function exchange(
  server: Reachable,
  { method, path: pattern }: Call,
  input: object,
  token: string,
): Promise<Received> {
  const { path, rest } = filledPath(pattern, input)
  const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
  const { status, headers, body } = await sendRequest(`${server.api}${path}${query}`, {
    method,
    headers: {
      ...{ authorization: token, 'x-forwarded-for': '192.0.2.1' },
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: JSON.stringify(rest) }),
  })
  const named = ['content-disposition', 'x-expected-length', 'location', 'retry-after']
  return {
    status,
    named: named.map((name) => headers[name] ?? '').join(' '),
    body: isPdf(body) ? await textOfPdf(body) : body,
  }
}

/** Part of a response that is random, or comes from the clock or the disk. */
interface Varying {
  readonly path: string
  readonly part: RegExp
  readonly why: string
}

/** Calls that export a PDF, which states when it was made. */
const pdfExports = [
  '/audit/export',
  '/access/export',
  '/accessReview/export',
  '/trailReview/export',
  '/unblinding/export',
]

/** Parts of responses that are compared only by their presence. Keep this list as short as possible. */
const varying: readonly Varying[] = [
  { path: '/sys/captcha', part: /(?<="(image|key)":")[^"]*/g, why: 'a random picture' },
  { path: '/sys/login/key', part: /(?<="time":)\d+/g, why: 'the time' },
  { path: '/sys/login', part: /(?<="token":")[^"]*/g, why: 'a random key of a session' },
  { path: '/sys/login/checkAuthCode', part: /(?<="token":")[^"]*/g, why: 'a random key of a session' },
  { path: '/sys/sso/start', part: /(?<=[?&](state|nonce|code_challenge)=)[^&]*/g, why: 'random' },
  ...[...pdfExports, '/inspection/file'].map((path) => ({
    path,
    part: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?= \((UTC|Asia\/Shanghai)\))/g,
    why: 'the time of the export',
  })),
  ...pdfExports.map((path) => ({
    path,
    part: /(?<=SHA-256\S*\s+)[\da-f]{64}/g,
    why: 'the hash of the attachment, which has the time of the export',
  })),
  ...[
    { part: /(?<="(sha256|signature)": ")[^"]*/g, why: 'the hash and signature of the time of the export' },
    {
      part: /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?/g,
      why: 'moments of the sessions and events of the check',
    },
    {
      part: /(?<=^200 attachment; filename="[^"]*" )\d+/g,
      why: 'the estimated length of compressed moments',
    },
  ].map((one) => ({ path: '/privacy/export', ...one })),
  {
    path: '/inspection/file',
    part: /(?<=<!--)[\w-]{86}(?=\*\/)/g,
    why: 'the signature, which covers the time of the file',
  },
  { path: '/operations/overview', part: /(?<="storage":)\{.*?\]/g, why: 'sizes of files of the database' },
  { path: '/operations/overview', part: /(?<="free":)\d+/g, why: 'free space of the disk' },
]

/** Times and ids in responses. Those from after the copy were made during the check. */
const moments = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

const timeOfId = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Parts of an inspection file, which are compressed. */
const packed = /(?<=<script type="application\/gzip" id="part-\w+">)[^<]*/g

/**
 * Returns a body as text: the files of an archive without their times, the parts of an inspection file, and other bytes
 * in base64.
 */
function textOf(body: Buffer): string {
  if (body.subarray(0, 4).equals(Buffer.from('PK\x03\x04')))
    return Object.entries(unzipSync(body))
      .map(([name, content]) => `${name}: ${textOf(Buffer.from(content))}`)
      .join('\n')
  if (body.subarray(0, 512).includes(0)) return body.toString('base64')
  return body.toString().replaceAll(packed, (part) => gunzipSync(Buffer.from(part, 'base64')).toString())
}

/**
 * Returns a response as text to compare. Moments and ids from after the copy are masked, because both servers make
 * their own.
 */
export function comparable({ path }: Call, { status, named, body }: Received, copiedAt: number): string {
  return varying
    .filter((one) => one.path === path)
    .reduce((masked, { part }) => masked.replaceAll(part, '…'), `${status} ${named} ${textOf(body)}`)
    .replaceAll(moments, (moment) => (Date.parse(moment) >= copiedAt ? '(later)' : moment))
    .replaceAll(ids, (id) => (timeOfId(id) >= copiedAt ? '(new id)' : id))
}
