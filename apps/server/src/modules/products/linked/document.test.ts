import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type AccessRequest,
  AccessResponse,
  openSoftware,
  type ProductGrant,
  type UserAccess,
} from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { uuidv7 } from 'uuidv7'
import { documentExample } from '../../../../test-support/document-example.ts'
import { processEnvironment } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { startAccessNotices } from '../access-notices/index.ts'
import { addDomain } from '../licences/test-kit/index.ts'
import { addWorker } from '../portal/test-kit/index.ts'
import { callProduct, initialiseProduct } from './index.ts'

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

type Worker = Awaited<ReturnType<typeof addWorker>>

/** Returns a grant of a role for each blinding state in the worker's study. */
const grantWith = ({ studyUrlId }: Worker, ...blindings: readonly number[]): ProductGrant => {
  const role = { roleId: '1', roleName: '', environmentId: '1', projectId: studyUrlId }
  const roles = blindings.map((isBlind) => ({ ...role, isBlind, siteIds: [], stockHouseIds: [] }))
  return { generalRoleId: '', roles, siteIds: [], allSites: false }
}

/** Replaces the worker's grant in their study. */
async function grantTo(worker: Worker, grant: ProductGrant): Promise<void> {
  const { tenantId, studyUrlId, tenantUserId } = worker
  const grants = JSON.stringify(grant)
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
}

/** Opens the product in Atrium. Returns the address that the worker's browser gets, with a new code. */
async function open(address: string, { tenantId, softwareId, studyUrlId, token }: Worker): Promise<string> {
  const { data } = await send(suite.server, openSoftware, { tenantId, softwareId, studyUrlId }, { token })
  return `${address}/${new URL(data?.url ?? '').search}`
}

/** Signs the worker in. Returns the cookie of the session. */
async function comeIn(address: string, worker: Worker): Promise<string> {
  const come = await fetch(await open(address, worker), { redirect: 'manual' })
  expect(come.status).toBe(303)
  return come.headers.get('set-cookie')?.split(';')[0] ?? ''
}

it('opens a product as documented, and shows unblinded data to unblinded users only', async () => {
  const rtsm = await linkedProduct(suite.database, 'RTSM')
  const worker = await addWorker(suite.database, rtsm.softwareId)
  await runProduct(rtsm, async (address) => {
    /** Returns the product's page for a user whose roles have these blinding states. */
    const pageWith = async (...blindings: number[]) => {
      await grantTo(worker, grantWith(worker, ...blindings))
      const cookie = await comeIn(address, worker)
      return { cookie, page: await (await fetch(address, { headers: { cookie } })).text() }
    }
    expect((await pageWith(0)).page).toMatch(/研究者.*001 Active/)
    const { page, cookie } = await pageWith(0, 1)
    expect(page).toContain('测试用户')
    expect(page).toContain('001')
    expect(page).not.toContain('Active')

    const used = await open(address, worker)
    expect((await fetch(used, { redirect: 'manual' })).status).toBe(303)
    const again = await fetch(used, { redirect: 'manual' })
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('登录码无效')])
    const signOut = { method: 'POST', headers: { cookie }, redirect: 'manual' } as const
    expect((await fetch(`${address}/sign-out`, signOut)).status).toBe(303)
    expect((await fetch(address, { headers: { cookie } })).status).toBe(401)
  })
})

it('follows access notices in open sessions as documented', async () => {
  const rtsm = await linkedProduct(suite.database, 'RTSM')
  const worker = await addWorker(suite.database, rtsm.softwareId)
  const { tenantId, tenantUrlId, softwareId, studyUrlId, userId } = worker
  await runProduct(rtsm, async (apiUrl) => {
    const notify = async (access: Pick<UserAccess, 'accessVersion' | 'mayOpen' | 'studies'>) => {
      const user = { userId, userName: '', fullName: '', email: '', phone: '', language: '' }
      const body: AccessRequest = { tenantId, tenantName: '', tenantUrlId, users: [{ user, ...access }] }
      const { data } = await callProduct(testServices(suite.database), {
        softwareId,
        tenantId,
        apiUrl,
        path: '/atrium/access',
        body,
        idempotencyKey: randomUUID(),
        language: 'zh',
        data: AccessResponse,
      })
      expect(data).toEqual({ success: [userId], failure: [] })
    }
    await grantTo(worker, grantWith(worker, 0))
    const cookie = await comeIn(apiUrl, worker)
    const look = async () => {
      const page = await fetch(apiUrl, { headers: { cookie } })
      return { status: page.status, page: await page.text() }
    }
    expect((await look()).page).toContain('001 Active')

    const study = { id: 'p1', code: 'LMX-301', name: '' }
    const studies = [{ studyUrlId, study, sites: [], grant: grantWith(worker, 1) }]
    // Above the versions of hand-overs in this test.
    const accessVersion = 1000
    await notify({ accessVersion, mayOpen: true, studies })
    const { status, page } = await look()
    expect([status, page]).toEqual([200, expect.stringContaining('001')])
    expect(page).not.toContain('Active')

    await notify({ accessVersion: accessVersion + 2, mayOpen: false, studies: [] })
    expect((await look()).status).toBe(401)
    await notify({ accessVersion: accessVersion + 1, mayOpen: true, studies })
    // The newer notice has overtaken this hand-over.
    const late = await fetch(await open(apiUrl, worker), { redirect: 'manual' })
    expect([late.status, late.headers.get('set-cookie')]).toEqual([403, null])
  })
})

it('ends the session in the product when Atrium cancels the authorization', async () => {
  const rtsm = await linkedProduct(suite.database, 'RTSM')
  const worker = await addWorker(suite.database, rtsm.softwareId)
  const { tenantId, tenantUrlId, studyUserId } = worker
  const { owner, queue } = suite.database
  await runProduct(rtsm, async (apiUrl) => {
    await owner.updateTable('tenantUrl').set({ apiUrl }).where('id', '=', tenantUrlId).execute()
    await grantTo(worker, grantWith(worker, 0))
    const cookie = await comeIn(apiUrl, worker)
    /** Opens the page of the session until it is as expected. */
    const waitFor = async (isExpected: (page: string, status: number) => boolean) => {
      for (;;) {
        const page = await fetch(apiUrl, { headers: { cookie } })
        if (isExpected(await page.text(), page.status)) return
        await new Promise((done) => setTimeout(done, 20))
      }
    }
    await waitFor((page) => page.includes('001 Active'))
    const notices = await startAccessNotices({
      services: testServices(suite.database),
      queue,
      pollSeconds: 0.5,
    })
    try {
      const acceptedGrants = JSON.stringify(grantWith(worker, 1))
      await owner
        .updateTable('productAuthorization')
        .set({ grants: acceptedGrants, acceptedGrants })
        .where('tenantId', '=', tenantId)
        .execute()
      await waitFor((page) => page.includes('001') && !page.includes('Active'))
      await owner.deleteFrom('studyUser').where('id', '=', studyUserId).execute()
      await waitFor((_page, status) => status === 401)
    } finally {
      await notices.stop(AbortSignal.timeout(5000))
    }
  })
})
