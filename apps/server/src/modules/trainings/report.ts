import { codes, type RequestOf, trainingEvidenceReport } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject, rejectField, rejectFields } from '../../platform/http/rejection.ts'
import { handleSigned } from '../products/linked/index.ts'
import { addEvidence, dayIssues } from './evidence.ts'

type Reported = RequestOf<typeof trainingEvidenceReport>

/**
 * Finds the training and the person that a product may report: a study of the tenant in the product requires the
 * training, and the person is authorized in such a study.
 * @throws Rejection 422, the same for every fault, so that nothing about others is disclosed
 */
async function reportable(trx: Trx, softwareId: string, { tenantId, userId, trainingCode }: Reported) {
  const found = await trx
    .selectFrom('training')
    .innerJoin('trainingRequirement', (join) =>
      join
        .onRef('trainingRequirement.tenantId', '=', 'training.tenantId')
        .onRef('trainingRequirement.trainingId', '=', 'training.id'),
    )
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'training.tenantId')
        .onRef('studyUrl.id', '=', 'trainingRequirement.studyUrlId'),
    )
    .innerJoin('studyUser', (join) =>
      join
        .onRef('studyUser.tenantId', '=', 'training.tenantId')
        .onRef('studyUser.studyUrlId', '=', 'studyUrl.id'),
    )
    .innerJoin('tenantUser', (join) =>
      join
        .onRef('tenantUser.tenantId', '=', 'studyUser.tenantId')
        .onRef('tenantUser.id', '=', 'studyUser.tenantUserId'),
    )
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['training.id as trainingId', 'appUser.fullName as personName'])
    .where('training.tenantId', '=', tenantId)
    .where('training.code', '=', trainingCode)
    .where('studyUrl.softwareId', '=', softwareId)
    .where('tenantUser.userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return found ?? rejectField('trainingCode', 'training.rule.unknown')
}

/**
 * Finds the certificate, which the product has stored for the tenant.
 * @throws Rejection 422 if it has not
 */
async function certificateOf(trx: Trx, softwareId: string, { tenantId, fileId }: Reported) {
  if (fileId === '') return { fileId: null, fileName: '' }
  const file = await trx
    .selectFrom('file')
    .select(['id as fileId', 'fileName'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .where('softwareId', '=', softwareId)
    .executeTakeFirst()
  return file ?? rejectField('fileId', 'rule.reference')
}

/** POST /training/evidence/report. A repeated call returns the first evidence, even if both arrive at the same time. */
export const reportRoute = handleSigned(
  trainingEvidenceReport,
  async ({ trx, input, product, services, audit }) => {
    const { softwareId, idempotencyKey } = product
    const { tenantId, userId, doneOn, expiresOn, certificateNo } = input
    const { timeZone } = services.profile
    await sql`select pg_advisory_xact_lock(hashtextextended(${`training ${softwareId} ${idempotencyKey}`}, 0))`.execute(
      trx,
    )
    const { trainingId, personName } = await reportable(trx, softwareId, input)
    const before = await trx
      .selectFrom('trainingEvidence')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where('softwareId', '=', softwareId)
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirst()
    if (before) {
      const isSame = before.userId === userId && before.trainingId === trainingId && before.doneOn === doneOn
      if (!isSame) reject(codes.conflict, 'training.refusal.keyUsed')
      audit({ entity: 'training_evidence', entityId: before.id, tenantId, before, after: before })
      return before.id
    }
    rejectFields(dayIssues(timeZone, input))
    const added = await addEvidence(trx, timeZone, {
      ...{ tenantId, trainingId, userId, personName, doneOn, expiresOn, certificateNo },
      ...{ softwareId, idempotencyKey, ...(await certificateOf(trx, softwareId, input)) },
    })
    audit({ entity: 'training_evidence', entityId: added.id, tenantId, after: added })
    return added.id
  },
)
