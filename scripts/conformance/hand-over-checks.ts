import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pageAddress } from '../../apps/server/src/modules/products/linked/page-address.ts'
import type { Check, Checking } from './checking.ts'
import { Failed, timeout } from './product.ts'
import type { Redemption } from './stand-in.ts'

interface Visit {
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  /** Path prefix in front of the page's path. */
  readonly inFront?: string
}

/**
 * Opens the page with a new code, as a browser that comes from Atrium.
 * @returns the redemptions that this caused
 */
async function visit(
  { client, standIn }: Checking,
  { method = 'GET', headers = {}, inFront = '' }: Visit = {},
): Promise<readonly Redemption[]> {
  const code = randomUUID()
  const page = new URL(client.product.page)
  page.searchParams.set('code', code)
  const send = page.protocol === 'https:' ? requestHttps : requestHttp
  const path = `${inFront}${page.pathname}${page.search}`
  const request = send(page, { method, headers, path, agent: false, signal: AbortSignal.timeout(timeout) })
  request.end()
  try {
    const [response] = await once(request, 'response')
    response.resume()
    await once(response, 'end')
  } catch {
    throw new Failed(`the page ${client.product.page} cannot be opened`)
  }
  return standIn.redemptions.filter((one) => one.code === code)
}

/** An attacker with a stolen code can claim any page in a request of their own. */
const claims: readonly Visit[] = [
  { headers: { host: 'attacker.example' } },
  { headers: { 'x-forwarded-host': 'attacker.example', 'x-forwarded-proto': 'https' } },
  { headers: { forwarded: 'host=attacker.example;proto=https' } },
  { headers: { origin: 'https://attacker.example', referer: 'https://attacker.example/' } },
  { inFront: '//attacker.example' },
  { inFront: '//x//attacker.example' },
]

/** Checks of the hand-over of users to a product, which the stand-in for Atrium observes. */
export const handOverChecks: readonly Check[] = [
  {
    name: 'hand-over: a code is redeemed once, with the address of the page that received it',
    run: async (checking) => {
      const { page, atrium } = checking.client.product
      const [redemption, again] = await visit(checking)
      if (!redemption) throw new Failed(`the product redeemed no code at ${atrium}`)
      if (again) throw new Failed('the product redeemed the code twice')
      if (!redemption.isSigned) throw new Failed('the signature of the redemption is wrong')
      const { address } = redemption
      if (address === '') throw new Failed('the redemption has no address')
      if (pageAddress(address) !== pageAddress(page))
        throw new Failed(`the redemption has the address ${address}`)
      return address
    },
  },
  {
    name: 'hand-over: the address always has the product’s own host, whatever the request claims',
    run: async (checking) => {
      const { origin } = new URL(checking.client.product.page)
      for (const claim of claims)
        for (const { address } of await visit(checking, claim))
          if (URL.parse(address)?.origin !== origin)
            throw new Failed(`the redemption has the address '${address}' for ${JSON.stringify(claim)}`)
      return ''
    },
  },
  {
    name: 'hand-over: a HEAD request does not redeem the code',
    run: async (checking) => {
      if ((await visit(checking, { method: 'HEAD' })).length > 0)
        throw new Failed('the product redeemed the code')
      return ''
    },
  },
]
