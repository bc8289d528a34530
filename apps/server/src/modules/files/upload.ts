import { codes, fileUpload, globalTenantId, type RequestOf } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, inTransaction } from '../../platform/database/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject, rejectField } from '../../platform/http/rejection.ts'
import type { Audit, Services } from '../../platform/http/work.ts'
import { type Content, newKey } from '../../platform/storage/index.ts'
import { type CallingProduct, handleUpload } from '../products/linked/index.ts'

/** File that a product uploads. */
interface SentFile {
  readonly facts: RequestOf<typeof fileUpload>
  readonly product: Omit<CallingProduct, 'name'>
  readonly content: Content
}

/** Runs a transaction as `atrium_system` and can add audit events to it. */
type System = <Result>(work: (trx: Trx, audit: Audit) => Promise<Result>) => Promise<Result>

/**
 * Returns the file that the product stored earlier with the same idempotency key.
 * @throws Rejection 409 if the earlier file differs
 */
async function storedBefore(trx: Trx, { facts, product }: SentFile) {
  const file = await trx
    .selectFrom('file')
    .selectAll()
    .where('softwareId', '=', product.softwareId)
    .where('idempotencyKey', '=', product.idempotencyKey)
    .executeTakeFirst()
  if (!file) return undefined
  const { tenantId, fileName, sha256 } = file
  const isSame = tenantId === facts.tenantId && fileName === facts.fileName && sha256 === product.contentHash
  return isSame ? file : reject(codes.conflict, 'file.refusal.keyUsed')
}

/**
 * @throws Rejection 422 if the tenant does not exist or the product has no domain there. Both cases have the same
 * error, so that neither is disclosed.
 */
async function checkTenant(trx: Trx, tenantId: string, softwareId: string): Promise<void> {
  if (tenantId === globalTenantId) return
  const domain = await trx
    .selectFrom('tenantUrl')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('softwareId', '=', softwareId)
    .executeTakeFirst()
  if (!domain) rejectField('tenantId', 'file.rule.tenant')
}

const respond = (audit: Audit, file: { id: string; tenantId: string }): string => {
  audit({ entity: 'file', entityId: file.id, tenantId: file.tenantId, after: file })
  return file.id
}

const forget = (trx: Trx, contentKey: string) =>
  trx.deleteFrom('fileUpload').where('contentKey', '=', contentKey).execute()

/** Deletes an upload's content from the store, then its row of uploads in progress. */
async function discard({ db, files }: Pick<Services, 'db' | 'files'>, contentKey: string): Promise<void> {
  await files.delete(contentKey)
  await inTransaction(db, asSystem, (trx) => forget(trx, contentKey))
}

/**
 * Stores a file: first its content, then its row. A repeated request with the same key returns the first file, even
 * if both arrive at the same time. An aborted upload leaves nothing visible; content left in the store by a killed
 * process is swept later.
 * @param check rejects the file before any of its content is read
 * @returns the file's id
 */
export async function storeFile(
  services: Pick<Services, 'db' | 'files'>,
  system: System,
  file: SentFile,
  check?: (trx: Trx) => Promise<void>,
): Promise<string> {
  const { facts, product, content } = file
  const contentKey = newKey()
  const known = await system(async (trx, audit) => {
    const before = await storedBefore(trx, file)
    if (before) return respond(audit, before)
    await check?.(trx)
    await trx.insertInto('fileUpload').values({ contentKey }).execute()
    return undefined
  })
  if (known !== undefined) return known
  const written = await services.files.put(contentKey, content).catch(async (error: unknown) => {
    // The store has already discarded the content. If removing the row fails too, the sweep removes both.
    await inTransaction(services.db, asSystem, (trx) => forget(trx, contentKey)).catch(() => undefined)
    throw error
  })
  const { softwareId, idempotencyKey } = product
  const row = { ...facts, ...written, id: uuidv7(), contentKey, softwareId, idempotencyKey }
  const kept = await system(async (trx, audit) => {
    const added = await trx
      .insertInto('file')
      .values(row)
      .onConflict((conflict) => conflict.columns(['softwareId', 'idempotencyKey']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (added) await forget(trx, contentKey)
    const stored = added ?? (await storedBefore(trx, file)) ?? reject(codes.notFound)
    return { id: respond(audit, stored), isOurs: added !== undefined }
  })
  if (!kept.isOurs) await discard(services, contentKey)
  return kept.id
}

/** POST /base/file/upload. */
export const fileUploadRoute = handleUpload(
  fileUpload,
  ({ input: facts, product, content, services, system }) =>
    storeFile(services, system, { facts, product, content }, (trx) =>
      checkTenant(trx, facts.tenantId, product.softwareId),
    ),
)

/** Maximum duration of an upload. */
const maxUploadAge = sql.lit('1 day')

/** Maximum number of uploads per sweep. */
const maxSwept = 100

/** Deletes content from the store that killed processes left there during uploads. */
export async function sweepUploads(services: Pick<Services, 'db' | 'files'>): Promise<void> {
  const left = await inTransaction(
    services.db,
    asSystem,
    (trx) =>
      trx
        .selectFrom('fileUpload')
        .select('contentKey')
        .where(sql<boolean>`begun_at < now() - ${maxUploadAge}::interval`)
        .orderBy('begunAt')
        .limit(maxSwept)
        .execute(),
    { readOnly: true },
  )
  for (const { contentKey } of left) await discard(services, contentKey)
}
