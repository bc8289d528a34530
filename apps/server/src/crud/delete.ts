import { codes, type Language, type Translate } from '@atrium/contract'
import { refuse } from '../http/refusal.ts'
import type { Entity, Job, SaveInput, Uses } from './entity.ts'
import { anyTable, guardedRow, isRow } from './rows.ts'

const listed = (uses: Uses, language: Language, t: Translate) =>
  new Intl.ListFormat(language, { style: 'narrow' }).format(
    Object.entries(uses)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => t(`use.${kind}`, { count })),
  )

/**
 * The handler of a plain delete by id. What is in use stays, and the refusal says what uses it (409).
 */
export const deleting =
  <Input extends SaveInput>(entity: Entity<Input>) =>
  async (job: Job<{ readonly id: string }>): Promise<null> => {
    const { input, trx, language, t } = job
    const before = await guardedRow(job, entity, input.id)
    const uses = (await entity.uses?.(trx, before)) ?? {}
    if (Object.values(uses).some((count) => count > 0)) {
      refuse(codes.conflict, 'refusal.inUse', { uses: listed(uses, language, t) })
    }
    await anyTable(trx).deleteFrom(entity.table).where(isRow(before)).execute()
    job.audit({ entity: entity.table, entityId: before.id, tenantId: entity.tenantOf(before), before })
    return null
  }
