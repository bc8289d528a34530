import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AccessRequest, UserAccess } from '@atrium/contract'
import type { TestProduct } from '../../../../app/test-kit/index.ts'
import { contentHashOf } from '../../../../platform/http/signed-content.ts'

/** Access call that the product received. */
interface ReceivedNotice {
  readonly key: string
  readonly body: AccessRequest
}

type Respond = (response: ServerResponse, users: readonly UserAccess[]) => Promise<void> | void

const sendJson = (response: ServerResponse, body: object, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Responds with a status or an envelope, as a product that cannot process the call. */
export const failing =
  (status: number, body: object = {}): Respond =>
  (response) =>
    sendJson(response, body, status)

/** Accepts all users except those with a reason for rejection. */
export const accepting =
  (rejected: Readonly<Record<string, string>> = {}): Respond =>
  (response, users) => {
    const ids = users.map(({ user }) => user.userId)
    const failure = ids.flatMap((userId) => {
      const message = rejected[userId]
      return message === undefined ? [] : { userId, message }
    })
    sendJson(response, { code: 200, data: { success: ids.filter((id) => !(id in rejected)), failure } })
  }

/** Returns whether the call is signed with the product's key, as docs/integrators.md describes. */
function isSigned({ key }: TestProduct, { headers, method, url }: IncomingMessage, body: string): boolean {
  const hash = contentHashOf(body)
  const facts = [
    headers['atrium-timestamp'],
    headers['atrium-nonce'],
    headers['idempotency-key'],
    method,
    url,
    hash,
  ]
  const signature = createHmac('sha256', key).update(facts.join('\n')).digest('hex')
  return headers['atrium-signature'] === `v1=${signature}`
}

/** Starts a product that checks signatures, is initialised by every call, and stores the notices that it receives. */
export async function startNotifiedProduct(product: TestProduct) {
  const received: ReceivedNotice[] = []
  let respond: Respond = accepting()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (!isSigned(product, request, body)) return sendJson(response, { code: 401 }, 401)
    if (!request.url?.endsWith('/atrium/access')) return sendJson(response, { code: 200 })
    const notice = JSON.parse(body) as AccessRequest
    received.push({ key: String(request.headers['idempotency-key']), body: notice })
    return respond(response, notice.users)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    received,
    /** Returns the calls that contain a user. */
    callsAbout: (userId: string) =>
      received.filter(({ body }) => body.users.some(({ user }) => user.userId === userId)),
    /** Returns what the product was notified of about a user, oldest first. */
    noticesOf: (userId: string): UserAccess[] =>
      received.flatMap(({ body }) => body.users).filter(({ user }) => user.userId === userId),
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/edc`,
    respondWith: (by: Respond) => {
      respond = by
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type NotifiedProduct = Awaited<ReturnType<typeof startNotifiedProduct>>
