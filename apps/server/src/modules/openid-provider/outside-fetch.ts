import type { Services } from '../../platform/http/work.ts'
import { outsideCall } from '../../platform/observability/outside-calls.ts'
import type { OutboundRequest } from '../../platform/outbound/outbound.ts'

/** Time limit of a call to a product, in milliseconds. */
const timeout = 5000

/** Maximum size of a product's response, in bytes. Nothing in it is used. */
const maxResponse = 64 * 1024

/**
 * Returns the `fetch` with which the provider calls addresses that come from data. It calls only those that the
 * deployment allows.
 */
export const outsideFetch =
  ({ outbound }: Pick<Services, 'outbound'>): typeof fetch =>
  async (url, { method = 'GET', headers, body } = {}) => {
    const address = new URL(String(url))
    const { status } = await outsideCall(
      { to: 'product', host: address.hostname },
      () =>
        outbound.send({
          url: address.href,
          method: method as OutboundRequest['method'],
          headers: Object.fromEntries(new Headers(headers)),
          ...(body && { body: String(body) }),
          timeout,
          maxResponse,
        }),
      (response) => (response.status < 400 ? 'done' : 'status'),
    )
    return new Response(null, { status })
  }
