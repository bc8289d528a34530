import { createHash } from 'node:crypto'
import {
  codes,
  softwareCodes,
  trainingEvidenceFile,
  trainingEvidenceList,
  trainingEvidenceRevoke,
  trainingEvidenceSave,
} from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkReadable, checkWritable, inTenants, nameIn, pageOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import { handle, handleDownload, handleOwn, type Route } from '../../platform/http/route.ts'
import type { OwnWork } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'
import { readFile, storeFile } from '../files/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { endOfEvidence, lastDayBefore } from './days.ts'
import { findMember } from './people.ts'

/** Days of evidence, as a call sends them. */
export interface Completed {
  readonly doneOn: string
  readonly expiresOn: string
}

/** Returns issues with the days of evidence: in the future, in the wrong order, or over. */
export function dayIssues(timeZone: string, { doneOn, expiresOn }: Completed): FieldIssue[] {
  const today = daysIn(timeZone).today()
  return [
    ...(doneOn > today ? [fieldIssue('doneOn', 'rule.dateInFuture')] : []),
    ...(expiresOn !== '' && expiresOn < doneOn ? [fieldIssue('expiresOn', 'training.rule.order')] : []),
    ...(expiresOn !== '' && expiresOn >= doneOn && expiresOn < today
      ? [fieldIssue('expiresOn', 'training.rule.expired')]
      : []),
  ]
}

/** Evidence to be added. */
interface NewEvidence extends Completed {
  readonly tenantId: string
  readonly trainingId: string
  readonly userId: string
  readonly personName: string
  readonly certificateNo: string
  readonly fileId: string | null
  readonly fileName: string
  readonly softwareId?: string
  readonly idempotencyKey?: string
  readonly recordedBy?: string
  readonly recorderName?: string
}

/**
 * Adds evidence, whose end follows from the training's months and the certificate.
 * @throws Rejection 422 if it would be over already
 */
export async function addEvidence(trx: Trx, timeZone: string, evidence: NewEvidence) {
  const { tenantId, trainingId, doneOn, expiresOn } = evidence
  // The lock keeps the months as they are until the evidence is there.
  const { months } = await trx
    .selectFrom('training')
    .select('months')
    .where('tenantId', '=', tenantId)
    .where('id', '=', trainingId)
    .forShare()
    .executeTakeFirstOrThrow()
  const ends = { months: sql.val(months), doneOn: sql.val(doneOn), expiresOn: sql.val(expiresOn) }
  const added = await trx
    .insertInto('trainingEvidence')
    .values({ ...evidence, id: uuidv7(), validUntil: endOfEvidence(timeZone, ends) })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (added.validUntil && added.validUntil.getTime() <= Date.now())
    rejectFields([fieldIssue('doneOn', 'training.rule.expired')])
  return added
}

type Saving = OwnWork<typeof trainingEvidenceSave>

/** Checks who and what the evidence is about. @returns the person */
async function checkEvidence({ input, caller, services }: Saving, trx: Trx, more: readonly FieldIssue[]) {
  const { tenantId, trainingId } = input
  const training = await trx
    .selectFrom('training')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', trainingId)
    .executeTakeFirst()
  const member = await findMember(trx, caller, input)
  rejectFields([
    ...(training ? [] : [fieldIssue('trainingId', 'rule.reference')]),
    ...(member ? [] : [fieldIssue('tenantUserId', 'rule.reference')]),
    ...(member?.isOneself ? [fieldIssue('tenantUserId', 'training.rule.yourself')] : []),
    ...dayIssues(services.profile.timeZone, input),
    ...more,
  ])
  return member ?? reject(codes.notFound)
}

/** Stores a certificate in the list of files. The event of the evidence records it. @returns the id of the file */
function storeCertificate(
  { services, system, input }: Saving,
  { bytes, fileName, contentType }: Certificate,
): Promise<string> {
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  const product = { softwareId: softwareCodes.account, idempotencyKey: uuidv7(), contentHash }
  const content = (async function* () {
    yield bytes
  })()
  const facts = { tenantId: input.tenantId, fileName, contentType }
  return storeFile(services, (work) => system((trx) => work(trx, () => {})), { facts, product, content })
}

/** POST /training/evidence/save. Stores the certificate before the evidence that refers to it. */
const saveRoute = handleOwn(trainingEvidenceSave, async (work) => {
  const { input, caller, services, asCaller, requireReason } = work
  const { tenantId, trainingId, doneOn, expiresOn, certificateNo } = input
  const { certificate, issues } = readCertificate(input)
  await asCaller(async (trx) => {
    await checkWritable({ ...work, trx }, tenantId)
    await checkEvidence(work, trx, issues)
    await requireReason(trx, tenantId)
  })
  const fileId = certificate ? await storeCertificate(work, certificate) : null
  return asCaller(async (trx, audit) => {
    const { userId, fullName } = await checkEvidence(work, trx, [])
    const added = await addEvidence(trx, services.profile.timeZone, {
      ...{ tenantId, trainingId, doneOn, expiresOn, certificateNo, userId, personName: fullName },
      ...{ fileId, fileName: certificate?.fileName ?? '' },
      ...{ recordedBy: caller.userId, recorderName: await fullNameOf(trx, caller.userId) },
    })
    audit({ entity: 'training_evidence', entityId: added.id, tenantId, after: added })
    return added.id
  })
})

/** POST /training/evidence/revoke. */
const revokeRoute = handle(trainingEvidenceRevoke, async ({ trx, as, caller, input, audit }) => {
  const before = await trx
    .selectFrom('trainingEvidence')
    .selectAll()
    .where('id', '=', input.id)
    .where(inTenants(as, 'tenantId'))
    .forUpdate()
    .executeTakeFirst()
  if (!before) return reject(codes.notFound)
  if (before.revokedAt) reject(codes.conflict, 'training.refusal.revoked')
  const after = await trx
    .updateTable('trainingEvidence')
    .set({ revokedAt: sql<Date>`now()`, revokedBy: caller.userId, revokeReason: input.revokeReason })
    .set({ revokerName: await fullNameOf(trx, caller.userId) })
    .set({ updatedAt: sql<Date>`now()`, rowVersion: before.rowVersion + 1 })
    .where('tenantId', '=', before.tenantId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { tenantId } = before
  audit({ entity: 'training_evidence', entityId: before.id, tenantId, before, after })
  return null
})

const stateOf = sql<'valid' | 'expired' | 'revoked'>`case
  when training_evidence.revoked_at is not null then 'revoked'
  when in_period(null, training_evidence.valid_until) then 'valid' else 'expired' end`

/** POST /training/evidence/list. */
const listRoute = handle(trainingEvidenceList, async (work) => {
  const { trx, input, language, services } = work
  const { tenantId, userId, trainingId, state, keyWord } = input
  await checkReadable(work, tenantId)
  const matching = trx
    .selectFrom('trainingEvidence')
    .where('trainingEvidence.tenantId', '=', tenantId)
    .$if(userId !== '', (query) => query.where('trainingEvidence.userId', '=', userId))
    .$if(trainingId !== '', (query) => query.where('trainingEvidence.trainingId', '=', trainingId))
    .$if(state !== undefined, (query) => query.where(stateOf, '=', state ?? 'valid'))
    .where(({ or, exists, selectFrom }) =>
      or([
        columnsContain(['trainingEvidence.personName'], keyWord),
        exists(
          selectFrom('appUser')
            .select('appUser.id')
            .whereRef('appUser.id', '=', 'trainingEvidence.userId')
            .where(columnsContain(['appUser.fullNameEn'], keyWord)),
        ),
      ]),
    )
  return pageOf(
    trx,
    matching,
    input,
    (rows) =>
      rows
        .innerJoin('training', (join) =>
          join
            .onRef('training.tenantId', '=', 'trainingEvidence.tenantId')
            .onRef('training.id', '=', 'trainingEvidence.trainingId'),
        )
        .leftJoin('software', 'software.id', 'trainingEvidence.softwareId')
        .leftJoin('appUser', 'appUser.id', 'trainingEvidence.userId')
        .select(['trainingEvidence.id', 'trainingEvidence.tenantId', 'trainingEvidence.userId'])
        .select(['trainingEvidence.trainingId', 'training.name as trainingName'])
        // A user who has left the tenant is no longer visible to its sessions.
        .select(
          sql<string>`coalesce(${nameIn(language, 'appUser.fullName')}, training_evidence.person_name)`.as(
            'personName',
          ),
        )
        .select(['trainingEvidence.doneOn', 'trainingEvidence.expiresOn', 'trainingEvidence.validUntil'])
        .select(['trainingEvidence.certificateNo', 'trainingEvidence.recorderName', stateOf.as('state')])
        .select(['trainingEvidence.createdAt', 'trainingEvidence.revokedAt', 'trainingEvidence.revokerName'])
        .select(['trainingEvidence.revokeReason', 'trainingEvidence.fileName'])
        .select(sql<string>`coalesce(${nameIn(language, 'software.softwareName')}, '')`.as('softName'))
        .orderBy('trainingEvidence.createdAt', 'desc')
        .orderBy('trainingEvidence.id', 'desc'),
    ({ createdAt, revokedAt, validUntil, ...row }) => ({
      ...row,
      validUntil: lastDayBefore(services.profile.timeZone, validUntil),
      recordTime: createdAt.toISOString(),
      revokeTime: revokedAt?.toISOString() ?? '',
    }),
  )
})

/** POST /training/evidence/file. Reads the file as the system, after the caller's rights to the evidence. */
const fileRoute = handleDownload(trainingEvidenceFile, async (work) => {
  const { input, as, asCaller, system } = work
  const { tenantId, fileId } = await asCaller(
    async (trx) =>
      (await trx
        .selectFrom('trainingEvidence')
        .select(['tenantId', 'fileId'])
        .where('id', '=', input.id)
        .where(inTenants(as, 'tenantId'))
        .executeTakeFirst()) ?? reject(codes.notFound),
  )
  if (fileId === null) return reject(codes.notFound, 'training.refusal.noFile')
  const file = await system(
    async (trx) =>
      (await trx
        .selectFrom('file')
        .selectAll()
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .executeTakeFirst()) ?? reject(codes.notFound, 'training.refusal.noFile'),
  )
  return readFile(work, file)
})

/** Routes of evidence, apart from that which products report. */
export const evidenceRoutes: readonly Route[] = [listRoute, saveRoute, revokeRoute, fileRoute]
