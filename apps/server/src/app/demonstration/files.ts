import { softwareCodes } from '@atrium/contract'
import { storeFile } from '../../modules/files/index.ts'
import { asPlatform, asSystem, inTransaction, type Trx } from '../../platform/database/index.ts'
import { deliverOnce, type ProductData } from '../../platform/database/product-data.ts'
import { contentHashOf } from '../../platform/http/signed-content.ts'
import type { Services } from '../../platform/http/work.ts'
import { demoTenantIds } from './tenants.ts'

interface DemoFile {
  readonly tenant: string
  readonly product: keyof typeof softwareCodes
  /** `{month}` in names and lines stands for the month before the first start. */
  readonly fileName: string
  readonly contentType: string
  readonly lines: readonly string[]
}

/** Returns the month before this one (yyyy-MM). */
const lastMonth = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

/** Returns a file's content. Spreadsheets recognise UTF-8 in CSV by a byte order mark. */
const contentOf = ({ contentType, lines }: DemoFile): string =>
  contentType === 'text/csv' ? `\ufeff${lines.join('\r\n')}\r\n` : `${lines.join('\n')}\n`

const fileData: ProductData = { name: 'demo files', version: 1 }

/**
 * Stores some files of the products for the demonstration's tenants at the first start. Idempotency keys prevent a
 * second copy when two servers start at once, or after a crash.
 */
export async function seedDemoFiles(services: Services): Promise<void> {
  const run = <Result>(work: (trx: Trx) => Promise<Result>, as = asPlatform) =>
    inTransaction(services.db, as, work)
  const delivered = await run((trx) =>
    trx.selectFrom('seedVersion').select('name').where('name', '=', fileData.name).executeTakeFirst(),
  )
  if (delivered) return
  const { default: files } = await import('./data/files.json', { with: { type: 'json' } })
  const tenantIds = await run(demoTenantIds)
  const month = lastMonth()
  for (const [index, file] of (files as readonly DemoFile[]).entries()) {
    const tenantId = tenantIds.get(file.tenant)
    if (tenantId === undefined) continue
    const [fileName = '', content = ''] = [file.fileName, contentOf(file)].map((text) =>
      text.replaceAll('{month}', month),
    )
    const product = {
      ...{ softwareId: softwareCodes[file.product], appCode: '' },
      ...{ idempotencyKey: `demonstration ${index}`, contentHash: contentHashOf(content) },
    }
    const chunks = (async function* () {
      yield Buffer.from(content)
    })()
    const facts = { tenantId, fileName, contentType: file.contentType }
    const sent = { facts, product, content: chunks }
    await storeFile(services, (work) => run((trx) => work(trx, () => undefined), asSystem), sent)
  }
  await run((trx) => deliverOnce(trx, fileData, async () => undefined))
}
