import { softwareCodes } from '@atrium/contract'
import { storeFile } from '../../modules/files/index.ts'
import { asPlatform, asSystem, inTransaction, type Trx } from '../../platform/database/index.ts'
import { deliverOnce, type ProductData } from '../../platform/database/product-data.ts'
import { contentHashOf } from '../../platform/http/signed-content.ts'
import type { Services } from '../../platform/http/work.ts'
import { demoTenants } from './tenants.ts'

interface DemoFile {
  readonly softwareId: string
  /** Index of the tenant whose file it is, among those of the demonstration. */
  readonly tenant: number
  readonly fileName: string
  readonly contentType: string
  readonly content: string
}

/** What spreadsheets take for the beginning of a text in UTF-8. */
const byteOrderMark = '\ufeff'

const table = (...rows: readonly (readonly string[])[]): string =>
  `${byteOrderMark}${rows.map((row) => row.join(',')).join('\r\n')}\r\n`

/** A PDF of one page with one line of text. */
function pdf(line: string): string {
  const stream = `BT /F1 18 Tf 72 740 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const head = '%PDF-1.4\n'
  const offsets = objects.map((_, index) => head.length + objects.slice(0, index).join('').length)
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const body = head + objects.join('')
  const references = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  return `${body}${references}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}

/** The month before the first start. */
const lastMonth = (): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

const demoFiles = (month: string): readonly DemoFile[] => [
  {
    softwareId: softwareCodes.edc,
    tenant: 0,
    fileName: `受试者访视数据 ${month}.csv`,
    contentType: 'text/csv',
    content: table(
      ['受试者编号', '中心', '访视', '访视日期', '状态'],
      ...Array.from({ length: 400 }, (_, index) => [
        `S${String(index + 1).padStart(4, '0')}`,
        `中心 ${(index % 8) + 1}`,
        `V${(index % 6) + 1}`,
        `${month}-${String((index % 28) + 1).padStart(2, '0')}`,
        index % 7 === 0 ? '待核查' : '已完成',
      ]),
    ),
  },
  {
    softwareId: softwareCodes.edc,
    tenant: 1,
    fileName: 'study-metadata.odm.xml',
    contentType: 'application/xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>\n<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" FileType="Snapshot" FileOID="demo" CreationDateTime="${month}-01T08:00:00+08:00"/>\n`,
  },
  {
    softwareId: softwareCodes.rtsm,
    tenant: 0,
    fileName: '随机化列表（盲态）.csv',
    contentType: 'text/csv',
    content: table(
      ['随机号', '中心', '药物编号'],
      ...Array.from({ length: 120 }, (_, index) => [
        `R${String(1001 + index)}`,
        `中心 ${(index % 8) + 1}`,
        `K${String(50_001 + index * 7)}`,
      ]),
    ),
  },
  {
    softwareId: softwareCodes.rtsm,
    tenant: 2,
    fileName: 'drug-shipments.json',
    contentType: 'application/json',
    content: `${JSON.stringify([{ shipment: 'SH-0001', kits: 40, status: 'received' }], null, 2)}\n`,
  },
  {
    softwareId: softwareCodes.ctms,
    tenant: 1,
    fileName: 'Monitoring visit report - site 03.pdf',
    contentType: 'application/pdf',
    content: pdf('Monitoring visit report - site 03'),
  },
  {
    softwareId: softwareCodes.ctms,
    tenant: 0,
    fileName: '监查问题跟踪表.txt',
    contentType: 'text/plain',
    content: '1. 知情同意书签署日期待补充\n2. 中心 03 温度记录待上传\n',
  },
  {
    softwareId: softwareCodes.etmf,
    tenant: 2,
    fileName: '伦理委员会批件.pdf',
    contentType: 'application/pdf',
    content: pdf('Ethics committee approval'),
  },
]

const fileData: ProductData = { name: 'demo files', version: 1 }

async function tenantIdOf(trx: Trx, index: number): Promise<string | undefined> {
  const code = demoTenants[index]?.key.toUpperCase() ?? ''
  const tenant = await trx.selectFrom('tenant').select('id').where('tenantCode', '=', code).executeTakeFirst()
  return tenant?.id
}

/**
 * Stores a few files of the products for the demonstration tenants that are still there, the first time that it is
 * called on a database. A start that is killed in it, or two at once, make no file twice.
 */
export async function seedDemoFiles(services: Services): Promise<void> {
  const run = <Result>(work: (trx: Trx) => Promise<Result>, as = asPlatform) =>
    inTransaction(services.db, as, work)
  const delivered = await run((trx) =>
    trx.selectFrom('seedVersion').select('name').where('name', '=', fileData.name).executeTakeFirst(),
  )
  if (delivered) return
  for (const [index, { softwareId, tenant, fileName, contentType, content }] of demoFiles(
    lastMonth(),
  ).entries()) {
    const tenantId = await run((trx) => tenantIdOf(trx, tenant))
    if (tenantId === undefined) continue
    const idempotencyKey = `demonstration ${index}`
    const product = { softwareId, appCode: '', idempotencyKey, contentHash: contentHashOf(content) }
    const pieces = (async function* () {
      yield Buffer.from(content)
    })()
    const sent = { facts: { tenantId, fileName, contentType }, product, content: pieces }
    await storeFile(services, (work) => run((trx) => work(trx, () => undefined), asSystem), sent)
  }
  await run((trx) => deliverOnce(trx, fileData, async () => undefined))
}
