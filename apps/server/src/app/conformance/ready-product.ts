import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { linkedProduct, type Suite } from '../test-kit/index.ts'

const roles = {
  List: [],
  Environments: [{ Id: 'PROD', Name: 'PROD' }],
  RoleInfos: [
    { Id: 'MODULE', Name: 'MODULE', FType: 1 },
    { Id: 'CRA', Name: 'CRA', FType: 2 },
  ],
}

const result = JSON.stringify({ code: 200, message: 'ok', data: { ...roles, success: [], failure: [] } })

/** Product that accepts everything. */
const ready = createServer((_request, response) => void response.end(result)).unref()

/**
 * Links the product that accepts everything.
 * @returns its URL
 */
export async function readyProduct({ database }: Suite, appCode: string): Promise<string> {
  if (!ready.listening) await new Promise<void>((listening) => ready.listen(0, '127.0.0.1', listening))
  const { port } = ready.address() as AddressInfo
  await linkedProduct(database, appCode)
  return `http://127.0.0.1:${port}`
}
