import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { EdcRoles, InvitationRequest, RtsmRoles, TrialRoles } from '@atrium/contract'

/** Call that the product received. */
interface ReceivedCall {
  readonly path: string
  readonly key: string
  readonly body: InvitationRequest
}

type Result = (received: ReceivedCall, response: ServerResponse) => void

const sendJson = (response: ServerResponse, body: object): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Accepts all users except those with a reason for rejection. */
export const answering =
  (rejected: Readonly<Record<string, string>> = {}): Result =>
  ({ body }, response) => {
    const ids = (body.users ?? []).map(({ userId }) => userId)
    sendJson(response, {
      code: 200,
      data: {
        // RTSM is first asked for its roles.
        List: [],
        success: ids.filter((id) => !(id in rejected)),
        failure: ids
          .filter((id) => id in rejected)
          .map((userId) => ({ userId, message: rejected[userId] ?? '' })),
      },
    })
  }

/** Gives the same response to all calls. */
export const saying =
  (body: object): Result =>
  (_call, response) =>
    sendJson(response, body)

/** Starts a product that is called over HTTP, with responses chosen by tests. */
export async function startProduct() {
  const received: ReceivedCall[] = []
  let roles: Partial<RtsmRoles & EdcRoles & TrialRoles> | undefined
  let result: Result = answering()
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as InvitationRequest
    if (roles && request.url?.endsWith('/atrium/roles')) return sendJson(response, { code: 200, data: roles })
    const call = { path: request.url ?? '', key: String(request.headers['idempotency-key']), body }
    received.push(call)
    return result(call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    received,
    apiUrl: `http://127.0.0.1:${port}/${randomUUID()}`,
    /** Sets the roles returned for RTSM, instead of using `respondWith`. */
    offers: (projects: RtsmRoles['List']) => {
      roles = { ...roles, List: projects }
    },
    /** Sets the roles returned for the other products. */
    offersRoles: (offered: EdcRoles | TrialRoles) => {
      roles = { ...roles, ...offered }
    },
    respondWith: (by: Result) => {
      result = by
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Product = Awaited<ReturnType<typeof startProduct>>
