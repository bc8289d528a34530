import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Call, codes, fileDownload } from '@atrium/contract'
import type { Selectable } from 'kysely'
import { inTenants } from '../../platform/crud/index.ts'
import { inTransaction } from '../../platform/database/index.ts'
import type { FileTable } from '../../platform/database/tables/files.ts'
import type { Download } from '../../platform/http/download.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handleDownload } from '../../platform/http/route.ts'
import type { OwnWork } from '../../platform/http/work.ts'
import { type Content, MissingContent } from '../../platform/storage/index.ts'

interface Expected {
  readonly size: number
  readonly sha256: string
}

/**
 * Streams the content, but holds back the last chunk until length and hash are verified. A file that is incomplete or
 * altered in the store therefore never arrives complete.
 */
async function* verified(content: Content, { size, sha256 }: Expected) {
  const hash = createHash('sha256')
  let length = 0
  let held: Uint8Array | undefined
  for await (const piece of content) {
    hash.update(piece)
    length += piece.length
    if (held) yield held
    held = piece
  }
  if (length !== size || hash.digest('hex') !== sha256)
    throw new Error('the content of a file has changed since it was stored')
  if (held) yield held
}

type Reading = Pick<OwnWork<Call>, 'services' | 'system' | 'log'>

/**
 * Opens the content of a file, after recording the download.
 * @throws Rejection 404 if the store has lost the content
 */
export async function readFile(
  { services, system, log }: Reading,
  file: Selectable<FileTable>,
): Promise<Download> {
  const stored = await services.files.get(file.contentKey).catch((error: unknown) => {
    if (!(error instanceof MissingContent)) throw error
    log.warn({ nodeId: file.id }, 'file content missing')
    return reject(codes.notFound, 'file.refusal.missing')
  })
  const { id: entityId, tenantId } = file
  try {
    await system(async (_trx, audit) => audit({ entity: 'file', entityId, tenantId, after: file }))
  } catch (error) {
    stored.destroy()
    throw error
  }
  const content = Readable.from(verified(stored, file), { objectMode: false })
  // If the client hangs up before the first chunk, this closes the opened content.
  content.once('close', () => stored.destroy())
  return {
    fileName: file.fileName,
    mediaType: file.contentType,
    expectedLength: file.size,
    isExact: true,
    content,
  }
}

/** GET /base/file/download/{nodeId}/{fileName}. */
export const fileDownloadRoute = handleDownload(fileDownload, async (work) => {
  const { input, as, services } = work
  const find = () =>
    inTransaction(
      services.db,
      as,
      (trx) =>
        trx
          .selectFrom('file')
          .selectAll()
          .where('id', '=', input.nodeId)
          .where(inTenants(as, 'tenantId'))
          .executeTakeFirst(),
      { readOnly: true },
    )
  return readFile(work, (await find()) ?? reject(codes.notFound))
})
