import { type InputOf, type Language, userExport } from '@atrium/contract'
import { expect } from '@jest/globals'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import type { Person, Suite } from '../../../../app/test-kit/index.ts'

export type ExportInput = InputOf<typeof userExport>

/** URL and caller of an export. */
type Exporting = Pick<Suite, 'server' | 'admin'>

interface Asking {
  /** The platform's administrator by default. */
  readonly person?: Person
  /** Chinese by default. */
  readonly language?: Language
  readonly signal?: AbortSignal
}

/** Requests an export and returns the response, whose body may still be on its way. */
export const askExport = ({ server, admin }: Exporting, input: ExportInput, asking: Asking = {}) => {
  const { person = admin, language = 'zh', signal } = asking
  return fetch(`${server.api}${userExport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: person.token, language },
    body: JSON.stringify(input),
    signal,
  })
}

/** Downloads an export as the platform's administrator. The first row has the titles. */
export async function exported(suite: Exporting, input: ExportInput, language: Language = 'zh') {
  const response = await askExport(suite, input, { language })
  expect(response.headers.get('content-type')).toBe('application/zip')
  const bytes = new Uint8Array(await response.arrayBuffer())
  const [[name, workbook] = ['']] = Object.entries(unzipSync(bytes))
  const rows = await readSheet(Buffer.from(workbook ?? []), { trim: false })
  return { response, length: bytes.length, name, rows: rows.map((row) => row.map((cell) => cell ?? '')) }
}

/** Returns the events of exports in the audit trail. */
export const exportEvents = ({ database }: Suite) =>
  database.owner
    .selectFrom('auditEvent')
    .select(['actorId', 'entity', 'after'])
    .where('call', '=', userExport.path)
    .orderBy('sequence')
    .execute()

/** Returns a name that no other test searches for. */
export const uniqueName = () => `标记${crypto.randomUUID().slice(0, 8)}`
