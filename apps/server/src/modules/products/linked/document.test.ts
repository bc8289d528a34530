import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openSoftware } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { uuidv7 } from 'uuidv7'
import { documentExample } from '../../../../test-support/document-example.ts'
import { processEnvironment } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain } from '../licences/test-kit/index.ts'
import { addWorker } from '../portal/test-kit/index.ts'
import { initialiseProduct } from './index.ts'

/*
 * Runs the examples of docs/integrators.md for developers of products.
 */

let suite: Suite
let product: TestProduct
let folder: string

/** Writes an example of the document to a file. */
async function example(name: string): Promise<string> {
  await writeFile(join(folder, name), await documentExample(name))
  return join(folder, name)
}

const suiteAddress = () => suite.server.api.replace(/\/api$/, '')

const environment = () => ({ ...processEnvironment, APP_CODE: product.appCode, APP_KEY: product.key })

beforeAll(async () => {
  suite = await startSuite()
  product = await linkedProduct(suite.database)
  folder = await mkdtemp(join(tmpdir(), 'atrium-product-'))
})

afterAll(async () => {
  await suite.close()
  await rm(folder, { recursive: true, force: true })
})

it('stores a file as documented', async () => {
  const { tenantId } = suite.here
  await addDomain(suite.database.owner, { tenantId, softwareId: product.softwareId })
  const file = join(folder, '试验方案 v1.0.pdf')
  await writeFile(file, 'the plan')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [await example('upload.mjs'), file, tenantId],
    {
      env: { ...environment(), ATRIUM: suiteAddress() },
    },
  )
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: expect.any(String) })
  const stored = await suite.database.owner.selectFrom('file').select(['fileName', 'tenantId']).execute()
  expect(stored).toEqual([{ fileName: '试验方案 v1.0.pdf', tenantId }])
})

/** Runs the documented example product with this test's product code and key. */
async function runProduct(
  { appCode, key }: TestProduct,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [await example('product.mjs')], {
    env: {
      ...processEnvironment,
      ...{ APP_CODE: appCode, APP_KEY: key, PORT: '0', ATRIUM: suiteAddress() },
      // The users' URL of the product, from `addDomain`. Forwarding is not part of this test.
      PUBLIC_URL: 'https://edc.example',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = await once(child.stdout, 'data')
    await use(`http://127.0.0.1:${Number(port)}`)
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}

it('initialises a product as documented', () =>
  runProduct(product, async (apiUrl) => {
    const { softwareId } = product
    const { tenantId } = suite.here
    const initialise = (over: object = {}) =>
      initialiseProduct(testServices(suite.database), {
        softwareId,
        tenantId,
        tenantUrlId: '01990000-0000-7000-8000-000000000000',
        apiUrl,
        ...over,
      })
    expect(await initialise()).toEqual({ message: '已就绪' })
    expect(await initialise()).toEqual({ message: '此前已就绪' })
    const { softwareId: other } = await linkedProduct(suite.database, 'RTSM')
    await expect(initialise({ softwareId: other })).rejects.toMatchObject({ outcome: 'signature' })
  }))

it('opens a product as documented, and shows unblinded data to unblinded users only', async () => {
  const rtsm = await linkedProduct(suite.database, 'RTSM')
  const { tenantId, softwareId, studyUrlId, token, tenantUserId } = await addWorker(
    suite.database,
    rtsm.softwareId,
  )
  await runProduct(rtsm, async (address) => {
    const open = async () => {
      const { data } = await send(suite.server, openSoftware, { tenantId, softwareId, studyUrlId }, { token })
      return `${address}/${new URL(data?.url ?? '').search}`
    }
    /** Returns the product's page for a user whose roles have these blinding states. */
    const pageWith = async (...blindings: number[]) => {
      const role = { roleId: '1', roleName: '', environmentId: '1', projectId: studyUrlId }
      const roles = blindings.map((isBlind) => ({ ...role, isBlind, siteIds: [], stockHouseIds: [] }))
      const grants = JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: false })
      await suite.database.owner.deleteFrom('productAuthorization').where('tenantId', '=', tenantId).execute()
      await suite.database.owner
        .insertInto('productAuthorization')
        .values({
          tenantId,
          id: uuidv7(),
          studyUrlId,
          tenantUserId,
          grants,
          acceptedGrants: grants,
          state: 'accepted',
          language: 'zh',
          batchId: uuidv7(),
        })
        .execute()
      const come = await fetch(await open(), { redirect: 'manual' })
      expect(come.status).toBe(303)
      const cookie = come.headers.get('set-cookie')?.split(';')[0] ?? ''
      return { cookie, page: await (await fetch(address, { headers: { cookie } })).text() }
    }
    expect((await pageWith(0)).page).toMatch(/研究者.*001 Active/)
    const { page, cookie } = await pageWith(0, 1)
    expect(page).toContain('测试用户')
    expect(page).toContain('001')
    expect(page).not.toContain('Active')

    const used = await open()
    expect((await fetch(used, { redirect: 'manual' })).status).toBe(303)
    const again = await fetch(used, { redirect: 'manual' })
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('登录码无效')])
    const signOut = { method: 'POST', headers: { cookie }, redirect: 'manual' } as const
    expect((await fetch(`${address}/sign-out`, signOut)).status).toBe(303)
    expect((await fetch(address, { headers: { cookie } })).status).toBe(401)
  })
})
