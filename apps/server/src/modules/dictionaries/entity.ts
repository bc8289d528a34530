import type { dictionarySave, RequestOf } from '@atrium/contract'
import { checkWritable, type Entity } from '../../crud/index.ts'
import { entryIssues } from './rules.ts'
import { entryUses } from './uses.ts'

export type EntryFields = RequestOf<typeof dictionarySave>

/** An entry of the data dictionary, as it is added, changed and deleted. */
export const entries: Entity<EntryFields> = {
  table: 'dictionary',
  tenantOf: ({ tenantId }) => String(tenantId),
  values: ({ id: _id, rowVersion: _rowVersion, parentId, ...fields }) => ({
    ...fields,
    parentId: parentId || null,
  }),
  guard: (job, { tenantId }) => checkWritable(job, String(tenantId)),
  rules: ({ trx, input }, row) => entryIssues(trx, input, row),
  unique: { dictionary_code_unique: 'dicCode' },
  uses: entryUses,
}
