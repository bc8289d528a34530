import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StandIn, standInFor } from '@atrium/sandbox'
import { demoProductKeys } from '@atrium/server'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { signedHeaders } from '../apps/server/src/linked/index.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-products-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the sandbox as every start of the suite does. */
const start = async (dataDir: string) => {
  const env = { SANDBOX_PORT: '0', DATA_DIR: join(folder, dataDir) }
  const sandbox = await standInFor(env, { productKeys: await demoProductKeys(env) })
  if (!sandbox) throw new Error('there is no sandbox')
  return sandbox
}

/** Initialises a product as the server does. @returns the HTTP status */
const initialise = async ({ environment }: StandIn, appCode: string, key: string): Promise<number> => {
  const url = new URL(`${environment.DEMO_PRODUCTS_URL}/${appCode.toLowerCase()}/atrium/init`)
  const body = JSON.stringify({ tenantId: 't', tenantName: 't', tenantUrlId: 'u' })
  const call = { method: 'POST', path: url.pathname, body, idempotencyKey: randomUUID() }
  const headers = { 'content-type': 'application/json', ...signedHeaders({ appCode, keys: [key], ...call }) }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

it('the products of the demonstration know their keys again after a restart, at whatever port, and others do not', async () => {
  const keys = await demoProductKeys({ DATA_DIR: join(folder, 'one') })
  expect(Object.keys(keys)).toEqual(['EDC', 'RTSM', 'CTMS', 'ETMF'])
  const [first, second, foreign] = [await start('one'), await start('one'), await start('another')]
  try {
    expect(first.address).not.toBe(second.address)
    for (const [appCode, key] of Object.entries(keys)) {
      const found = [first, second, foreign].map((sandbox) => initialise(sandbox, appCode, key))
      expect(await Promise.all(found)).toEqual([200, 200, 401])
    }
  } finally {
    await Promise.all([first, second, foreign].map((sandbox) => sandbox.close()))
  }
})
