import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'

/** An authorization that stopped, or that begins or continues. */
interface Changed {
  readonly tenantId: string
  readonly studyUrlId: string
  readonly id: string
  readonly tenantUserId: string
  readonly untrainedSince: Date | null
}

/** Applies what time has decided, with an event for each study in which authorizations changed. */
async function applyDue(trx: Trx): Promise<void> {
  const { rows } = await sql<Changed>`
    select tenant_id as "tenantId", study_url_id as "studyUrlId", id, tenant_user_id as "tenantUserId",
      untrained_since as "untrainedSince"
    from note_trainings() order by 1, 2, 3`.execute(trx)
  const byLink = Map.groupBy(rows, ({ tenantId, studyUrlId }) => `${tenantId} ${studyUrlId}`)
  for (const list of byLink.values()) {
    const [{ tenantId, studyUrlId } = { tenantId: '', studyUrlId: '' }] = list
    await recordAudit(trx, {
      actorId: null,
      actorName: '',
      tenantId,
      call: '',
      entity: 'study_user',
      entityId: studyUrlId,
      before: { list: list.map(({ untrainedSince: _, ...row }) => row) },
      after: { list },
    })
  }
}

/** Stops access whose evidence or override has ended or whose requirement has begun. Several processes may do so at once. */
export const applyTrainings = ({ db }: Pick<Services, 'db'>): Promise<void> =>
  inTransaction(db, asSystem, applyDue)
