import { regionLevels } from '@atrium/contract'
import type { Row } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../http/index.ts'
import type { RegionFields } from './entity.ts'

/** Whether a region can have others below it; keeps it from being deleted until they are stored. */
async function isParent(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('area')
    .select('level')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined && found.level < regionLevels.city
}

/** A region stays where it was added: what lies in it is stored with all that it lies in. */
export async function regionIssues(
  trx: Trx,
  { parentId }: RegionFields,
  row: Row | undefined,
): Promise<FieldIssue[]> {
  if (row) return parentId === (row.parentId ?? '') ? [] : [fieldIssue('parentId', 'rule.fixed')]
  const fits = parentId === '' || (await isParent(trx, parentId))
  return fits ? [] : [fieldIssue('parentId', 'rule.reference')]
}
