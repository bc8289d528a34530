import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { documentExample } from '../../test-support/document-example.ts'
import { processEnvironment } from '../../test-support/index.ts'
import { testServices } from '../../test-support/services.ts'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../http/test-kit/index.ts'
import { addDomain } from '../modules/licences/test-kit/index.ts'
import { initialiseProduct } from './index.ts'

/* What docs/integrators.md shows to developers of products, works. */

let suite: Suite
let product: TestProduct
let folder: string

/** Writes an example of the document to a file. */
async function example(name: string): Promise<string> {
  await writeFile(join(folder, name), await documentExample(name))
  return join(folder, name)
}

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

it('a file is stored as the document shows', async () => {
  const { tenantId } = suite.here
  await addDomain(suite.database.owner, { tenantId, softwareId: product.softwareId })
  const file = join(folder, '试验方案 v1.0.pdf')
  await writeFile(file, 'the plan')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [await example('upload.mjs'), file, tenantId],
    {
      env: { ...environment(), ATRIUM: suite.server.api.replace(/\/api$/, '') },
    },
  )
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: expect.any(String) })
  const stored = await suite.database.owner.selectFrom('file').select(['fileName', 'tenantId']).execute()
  expect(stored).toEqual([{ fileName: '试验方案 v1.0.pdf', tenantId }])
})

it('a product is initialised as the document shows', async () => {
  const child = spawn(process.execPath, [await example('product.mjs')], {
    env: { ...environment(), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = await once(child.stdout, 'data')
    const { softwareId } = product
    const { tenantId } = suite.here
    const initialise = (over: object = {}) =>
      initialiseProduct(testServices(suite.database), {
        softwareId,
        tenantId,
        tenantUrlId: '01990000-0000-7000-8000-000000000000',
        apiUrl: `http://127.0.0.1:${Number(port)}`,
        ...over,
      })
    expect(await initialise()).toEqual({ message: '已就绪' })
    expect(await initialise()).toEqual({ message: '此前已就绪' })
    const { softwareId: other } = await linkedProduct(suite.database, 'RTSM')
    await expect(initialise({ softwareId: other })).rejects.toMatchObject({ outcome: 'signature' })
  } finally {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
})
