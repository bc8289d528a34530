import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { HandedOver, InvitationRequest } from '@atrium/contract'
import type { Sandbox } from '../index.ts'

export const productKeys = {
  EDC: 'the key of the EDC',
  RTSM: 'the key of the RTSM',
  CTMS: 'the key of the CTMS',
  ETMF: 'the key of the eTMF',
}
export type AppCode = keyof typeof productKeys

const signatureOf = (key: string, lines: readonly string[]): string =>
  `v1=${createHmac('sha256', key).update(lines.join('\n')).digest('hex')}`

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

interface SignOptions {
  readonly appCode?: AppCode
  readonly key?: string
  /** Seconds since 1970. */
  readonly timestamp?: number
  readonly idempotencyKey?: string
}

/** Returns the headers of a signed call, as described in docs/integrators.md. */
export function sign(path: string, body: string, options: SignOptions): Record<string, string> {
  const { appCode = 'EDC', key = productKeys[appCode], timestamp, idempotencyKey = randomUUID() } = options
  const time = String(timestamp ?? Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('base64url')
  const contentHash = sha256(body)
  return {
    'atrium-key': appCode,
    'atrium-timestamp': time,
    'atrium-nonce': nonce,
    'idempotency-key': idempotencyKey,
    'atrium-content-sha256': contentHash,
    'atrium-signature': signatureOf(key, [time, nonce, idempotencyKey, 'POST', path, contentHash]),
  }
}

export const post = (url: URL, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

export const addressOf = (sandbox: Sandbox, appCode: AppCode): string =>
  `${sandbox.productsUrl}/${appCode.toLowerCase()}`

export interface CallOptions extends SignOptions {
  /** Path of a failure, such as /slow. */
  readonly below?: string
  readonly language?: string
}

/** Calls a product as the suite does. */
export async function callProduct(
  sandbox: Sandbox,
  path: `/atrium/${string}`,
  body: object,
  { below = '', language = 'zh', ...options }: CallOptions = {},
) {
  const url = new URL(`${addressOf(sandbox, options.appCode ?? 'EDC')}${below}${path}`)
  const text = JSON.stringify(body)
  const response = await post(url, text, { language, ...sign(url.pathname, text, options) })
  return (await response.json()) as { code: number; message: string; data: unknown }
}

const study = { id: 'p1', code: 'LMX-301', name: '鹿鸣溪片 III 期临床研究' }
const sites = [
  { id: 's1', code: '01', name: '明济医院' },
  { id: 's2', code: '02', name: '康宁医院' },
]

/** A study of a tenant, as the suite sends it. */
export const scope = {
  tenantId: 't1',
  tenantName: '鹿鸣溪医药',
  tenantUrlId: 'u1',
  studyUrlId: 'su1',
  study,
  sites,
}

/** Id of the study's first project in RTSM. */
export const firstProject = '4574399643'

type Person = InvitationRequest['users'][number]

export const personOf = (name: string): Person => ({
  userId: `id of ${name}`,
  userName: name,
  fullName: `${name} Li`,
  email: `${name}@hospital.example`,
  phone: '',
  language: 'en',
})

/** Returns a role in a study with the given fields. */
export const roleOf = (given: Partial<InvitationRequest['grant']['roles'][number]>) => ({
  roleId: '',
  roleName: '',
  environmentId: '',
  projectId: '',
  siteIds: [],
  stockHouseIds: [],
  isBlind: 1,
  ...given,
})

export const grantOf = (given: Partial<InvitationRequest['grant']>): InvitationRequest['grant'] => ({
  generalRoleId: '',
  roles: [],
  siteIds: [],
  allSites: false,
  ...given,
})

const { tenantId, tenantName, tenantUrlId, studyUrlId } = scope

/** Returns the hand-over of a user who opens the study with a grant there. */
export const handedOver = (
  grant: HandedOver['studies'][number]['grant'],
  over: Partial<HandedOver> = {},
): HandedOver => ({
  user: personOf('lina'),
  tenant: { tenantId, tenantName, tenantUrlId },
  studyUrlId,
  validityTime: 30,
  accessVersion: 1,
  studies: [{ studyUrlId, study, sites, grant }],
  ...over,
})

/** Opens a product's page as a browser that follows no redirects. */
export const visitProduct = (
  sandbox: Sandbox,
  appCode: AppCode,
  query: string,
  cookie = '',
): Promise<Response> =>
  fetch(`${addressOf(sandbox, appCode)}${query}`, { headers: { cookie }, redirect: 'manual' })

/** Returns the first cookie that a response sets, as a request sends it. */
export const cookieOf = (response: Response): string =>
  response.headers.get('set-cookie')?.split(';')[0] ?? ''

/** The suite's endpoint that redeems hand-overs. */
export interface HandOvers {
  readonly url: string
  /** Product page named in each redemption, in the order of the calls. */
  readonly addresses: string[]
  /**
   * Issues a one-time code for a hand-over.
   * @returns the code
   */
  give(appCode: AppCode, handed: HandedOver): string
  close(): Promise<void>
}

const isSigned = (path: string, headers: IncomingHttpHeaders, body: Buffer): boolean => {
  const header = (name: string) => String(headers[name])
  const key = productKeys[header('atrium-key') as AppCode]
  const facts = ['atrium-timestamp', 'atrium-nonce', 'idempotency-key'].map(header)
  return (
    Math.abs(Date.now() / 1000 - Number(facts[0])) < 300 &&
    header('atrium-signature') === signatureOf(key, [...facts, 'POST', path, sha256(body)])
  )
}

export async function startHandOvers(): Promise<HandOvers> {
  const given = new Map<string, HandedOver>()
  const addresses: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { code, address } = JSON.parse(String(body))
    addresses.push(address)
    const { url = '', headers } = request
    const name = `${headers['atrium-key']} ${code}`
    const isGood = url === '/api/portal/redeem' && isSigned(url, headers, body)
    // Like the suite, sends a reason in the call's language, but none for an unknown code.
    const message = code === 'withdrawn' ? `withdrawn (${headers.language})` : ''
    const data = isGood ? given.get(name) : undefined
    given.delete(name)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: data ? 200 : isGood ? 422 : 401, message, data }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addresses,
    give: (appCode, handed) => {
      const code = randomUUID()
      given.set(`${appCode} ${code}`, handed)
      return code
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
