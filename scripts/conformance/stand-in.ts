import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { codes, redeem } from '@atrium/contract'
import { isSignedUnder, readSigned } from '../../apps/server/src/modules/products/linked/signature.ts'
import { contentHashOf } from '../../apps/server/src/platform/http/signed-content.ts'
import type { ProductAddress } from './product.ts'

/** A code that a product has brought to the stand-in. */
export interface Redemption {
  readonly code: string
  /** Page that the product names; '' for none. */
  readonly address: string
  readonly isSigned: boolean
}

/** Stand-in for the Atrium server at which the product redeems codes. */
export interface StandIn {
  readonly redemptions: readonly Redemption[]
  close(): Promise<void>
}

const path = `/api${redeem.path}`

/** Reads the fields of a body that may contain anything. */
const fieldsOf = (body: Buffer): { code?: unknown; address?: unknown } => {
  try {
    return Object(JSON.parse(String(body)))
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const rejection = JSON.stringify({ code: codes.badCode, message: '一致性检查 Conformance check', data: null })

/**
 * Listens at the URL where the product expects Atrium. It rejects every code, so nobody is signed in at the product.
 * @throws Error if it cannot listen there
 */
export async function startStandIn({ appCode, key, atrium }: ProductAddress): Promise<StandIn> {
  const redemptions: Redemption[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const call = readSigned({ method, path: url, headers })
    if (url === path) {
      const { code, address } = fieldsOf(body)
      const isSigned =
        call?.appCode === appCode && call.contentHash === contentHashOf(body) && isSignedUnder([key], call)
      redemptions.push({ code: textOf(code), address: textOf(address), isSigned })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(rejection)
  })
  const { hostname, port } = new URL(atrium)
  server.listen(Number(port), hostname)
  await once(server, 'listening')
  return {
    redemptions,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
