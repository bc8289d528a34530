import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StandIn, standInFor } from '@atrium/sandbox'
import { demoProductKeys } from '@atrium/server'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { demoGrant } from '../apps/server/src/app/demonstration/product-roles.ts'
import { signedHeaders } from '../apps/server/src/modules/products/linked/index.ts'

/** Positions with a role in each product, besides those with a role in all products. */
const demoPositions: Readonly<Record<string, readonly string[]>> = {
  edc: ['DM', 'MM', 'STAT', 'PI', 'SUBI', 'CRC'],
  rtsm: ['SCM', 'UNBLIND', 'PI', 'PHARM'],
  ctms: ['CTA', 'QA'],
  etmf: ['TMF', 'QA'],
}

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-products-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the sandbox as `pnpm start` does. */
const start = async (dataDir: string) => {
  const env = { SANDBOX_PORT: '0', DATA_DIR: join(folder, dataDir) }
  const sandbox = await standInFor(env, { productKeys: await demoProductKeys(env) })
  if (!sandbox) throw new Error('there is no sandbox')
  return sandbox
}

interface Call {
  readonly appCode: string
  readonly key: string
  readonly path: string
  readonly body: object
}

/** Calls a product as the server does. */
const callProduct = (
  { environment }: StandIn,
  { appCode, key, path, body: sent }: Call,
): Promise<Response> => {
  const url = new URL(`${environment.DEMO_PRODUCTS_URL}/${appCode.toLowerCase()}${path}`)
  const body = JSON.stringify(sent)
  const call = { method: 'POST', path: url.pathname, body, idempotencyKey: randomUUID() }
  const headers = { 'content-type': 'application/json', ...signedHeaders({ appCode, keys: [key], ...call }) }
  return fetch(url, { method: 'POST', headers, body })
}

const tenant = { tenantId: 't', tenantName: 't', tenantUrlId: 'u' }

/** Initialises a product. @returns the HTTP status */
const initialise = async (sandbox: StandIn, appCode: string, key: string): Promise<number> =>
  (await callProduct(sandbox, { appCode, key, path: '/atrium/init', body: tenant })).status

it('accept their keys after a restart, at any port, but no other keys', async () => {
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

it('offer the roles that users of the demonstration have in them', async () => {
  const keys = await demoProductKeys({ DATA_DIR: join(folder, 'one') })
  const sandbox = await start('one')
  const person = { userId: 'p', userName: 'p', fullName: 'p', email: '', phone: '', language: 'zh' }
  const study = { studyUrlId: 's', study: { id: 's', code: 'S', name: 's' } }
  const sites = [{ id: '1', code: '01', name: '1' }]
  try {
    for (const product of ['edc', 'rtsm', 'ctms', 'etmf'])
      for (const position of ['PM', 'CRA', ...(demoPositions[product] ?? [])]) {
        const place = { studyUrlId: study.studyUrlId, siteIds: ['1'], studySiteIds: ['1'] }
        const grant = demoGrant(product, position, place)
        expect(grant).toBeDefined()
        const appCode = product.toUpperCase()
        const body = { ...tenant, ...study, sites, users: [person], grant }
        const call = { appCode, key: keys[appCode] ?? '', path: '/atrium/invitations', body }
        expect(await (await callProduct(sandbox, call)).json()).toMatchObject({
          data: { success: ['p'], failure: [] },
        })
      }
  } finally {
    await sandbox.close()
  }
})
