import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { testFiles } from '../../../../test-support/services.ts'
import type { Database } from '../../../platform/database/index.ts'
import { newKey } from '../../../platform/storage/index.ts'

/** Default product of a test file. */
const edc = '020'

interface File extends Partial<Insertable<Database['file']>> {
  readonly content?: string
}

/**
 * Adds a file to the store and the database.
 * @returns the row, with id and content key
 */
export async function addFile({ owner }: TestDatabase, { content = '内容', ...facts }: File = {}) {
  const contentKey = newKey()
  async function* bytes() {
    yield Buffer.from(content)
  }
  const written = await testFiles().put(contentKey, bytes())
  const row = {
    tenantId: '0',
    id: randomUUID(),
    fileName: '文件.txt',
    contentType: 'text/plain',
    softwareId: edc,
    idempotencyKey: randomUUID(),
    contentKey,
    ...written,
    ...facts,
  }
  await owner.insertInto('file').values(row).execute()
  return row
}
