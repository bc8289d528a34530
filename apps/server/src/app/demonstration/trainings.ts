import type { TrainingKind } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { fullNameOf } from '../../modules/identity/identifiers/index.ts'
import { addEvidence } from '../../modules/trainings/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import productRoles from './data/product-roles.json' with { type: 'json' }
import data from './data/trainings.json' with { type: 'json' }
import { type Ids, idOf, periodDay } from './rows.ts'

/** A training that roles in EDC need, and who has evidence of it. */
interface DemoTraining {
  readonly tenant: string
  readonly code: string
  readonly name: string
  readonly kind: TrainingKind
  readonly months: number
  readonly required: readonly { readonly study: string; readonly position: string }[]
  readonly evidence: readonly {
    readonly user: string
    readonly daysAgo: number
    readonly certificateNo: string
  }[]
}

/** Adds trainings with evidence, then requires them. Call it after the authorizations are added. */
export async function addTrainings(
  trx: Trx,
  { profile: { timeZone } }: Pick<Services, 'profile'>,
  { tenantIds, userIds, edcLinks }: Readonly<Record<'tenantIds' | 'userIds' | 'edcLinks', Ids>>,
): Promise<void> {
  for (const { tenant, required, evidence, ...training } of data as readonly DemoTraining[]) {
    const [tenantId, trainingId] = [idOf(tenantIds, tenant), uuidv7()]
    await trx
      .insertInto('training')
      .values({ ...training, tenantId, id: trainingId })
      .execute()
    const recordedBy = userIds.get(`${tenant}.admin`)
    const recorderName = recordedBy === undefined ? '' : await fullNameOf(trx, recordedBy)
    for (const { user, daysAgo, certificateNo } of evidence) {
      const userId = userIds.get(user)
      if (userId === undefined) continue
      await addEvidence(trx, timeZone, {
        ...{ tenantId, trainingId, userId, personName: await fullNameOf(trx, userId), certificateNo },
        ...{ doneOn: periodDay(timeZone, -daysAgo), expiresOn: '', fileId: null, fileName: '' },
        ...{ recordedBy, recorderName },
      })
    }
    for (const { study, position } of required) {
      const studyUrlId = edcLinks.get(study)
      const role = productRoles.find((known) => known.product === 'edc' && known.position === position)
      if (studyUrlId === undefined || !role) continue
      await trx
        .insertInto('trainingRequirement')
        .values({
          ...{ tenantId, id: uuidv7(), studyUrlId, trainingId },
          ...{ roleId: role.inStudy, roleName: JSON.stringify(role.inStudyName) },
        })
        .execute()
    }
  }
}
