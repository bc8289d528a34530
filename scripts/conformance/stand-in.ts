import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { codes, type HandedOver, redeem } from '@atrium/contract'
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
  /**
   * Issues a one-time code for a user. All other codes are rejected.
   * @returns the code
   */
  issueCode(handed: HandedOver): string
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

const rejection = { code: codes.badCode, message: '一致性检查 Conformance check', data: null }

/**
 * Listens at the URL where the product expects Atrium. It rejects every code that it has not issued.
 * @throws Error if it cannot listen there
 */
export async function startStandIn({ appCode, key, atrium }: ProductAddress): Promise<StandIn> {
  const redemptions: Redemption[] = []
  const issued = new Map<string, HandedOver>()
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    const call = readSigned({ method, path: url, headers })
    let handed: HandedOver | undefined
    if (url === path) {
      const { code, address } = fieldsOf(body)
      const isSigned =
        call?.appCode === appCode && call.contentHash === contentHashOf(body) && isSignedUnder([key], call)
      redemptions.push({ code: textOf(code), address: textOf(address), isSigned })
      if (isSigned) handed = issued.get(textOf(code))
      issued.delete(textOf(code))
    }
    const envelope = handed ? { code: codes.ok, message: '', data: handed } : rejection
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
  })
  const { hostname, port } = new URL(atrium)
  server.listen(Number(port), hostname)
  await once(server, 'listening')
  return {
    redemptions,
    issueCode: (handed) => {
      const code = randomUUID()
      issued.set(code, handed)
      return code
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
