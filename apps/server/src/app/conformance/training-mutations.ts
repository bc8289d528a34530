import {
  softwareCodes,
  trainingDelete,
  trainingEvidenceFile,
  trainingEvidenceReport,
  trainingEvidenceRevoke,
  trainingEvidenceSave,
  trainingOverrideEnd,
  trainingOverrideSave,
  trainingRequirementDelete,
  trainingRequirementSave,
  trainingSave,
} from '@atrium/contract'
import { daysIn } from '../../modules/access/index.ts'
import { dayFromNow, timeZone } from '../../modules/access/test-kit/index.ts'
import { addFile } from '../../modules/files/test-kit/index.ts'
import { linkedProduct, type Suite } from '../test-kit/index.ts'
import { invitingTo } from './invitation-mutations.ts'
import { type Mutation, saved, uniqueText } from './prepared.ts'

/** Returns a new training of a tenant. */
const training = (tenantId: string) => ({
  ...{ tenantId, code: uniqueText('GCP'), name: uniqueText('GCP '), kind: 'gcp' as const, months: 36 },
})

/** Adds a training that a study of the tenant of `here` requires, and a person who is authorized there without it. */
async function requiring(suite: Suite) {
  const { owner } = suite.database
  const { tenantId, studyUrlId, people } = await invitingTo(suite, softwareCodes.edc)
  const tenantUserId = people[0] ?? ''
  const id = uniqueText('training')
  const { code, name, kind, months } = training(tenantId)
  await owner.insertInto('training').values({ tenantId, id, code, name, kind, months }).execute()
  await owner
    .insertInto('studyUser')
    .values({ tenantId, id: uniqueText('authorization'), studyUrlId, tenantUserId })
    .execute()
  const requirementId = uniqueText('requirement')
  await owner
    .insertInto('trainingRequirement')
    .values({ tenantId, id: requirementId, studyUrlId, trainingId: id, roleId: '', roleName: '' })
    .execute()
  const { userId } = await owner
    .selectFrom('tenantUser')
    .select('userId')
    .where('id', '=', tenantUserId)
    .executeTakeFirstOrThrow()
  return { tenantId, studyUrlId, tenantUserId, userId, trainingId: id, code, requirementId }
}

/** Adds evidence with a certificate. @returns its id */
async function evidence(suite: Suite): Promise<string> {
  const { tenantId, userId, trainingId } = await requiring(suite)
  const id = uniqueText('evidence')
  const { id: fileId } = await addFile(suite.database, { tenantId })
  await suite.database.owner
    .insertInto('trainingEvidence')
    .values({ tenantId, id, trainingId, userId, personName: '', doneOn: '2026-01-15', fileId })
    .execute()
  return id
}

const today = () => dayFromNow(0)

/** Mutations of trainings: what studies require, who has evidence, and who may work without. */
export const trainingMutations: readonly Mutation[] = [
  {
    call: trainingSave,
    prepare: async ({ here }) => ({ input: training(here.tenantId), token: here.token }),
  },
  {
    call: trainingDelete,
    prepare: (suite) => saved(suite, trainingSave, training(suite.here.tenantId), suite.here.token),
  },
  {
    call: trainingRequirementSave,
    prepare: async (suite) => {
      const { tenantId, studyUrlId, trainingId } = await requiring(suite)
      const input = { tenantId, studyUrlId, trainingId, roleId: 'CRA', roleName: 'CRA' }
      return { input, token: suite.here.token }
    },
  },
  {
    call: trainingRequirementDelete,
    prepare: async (suite) => ({
      input: { id: (await requiring(suite)).requirementId },
      token: suite.here.token,
    }),
  },
  {
    call: trainingEvidenceSave,
    prepare: async (suite) => {
      const { tenantId, tenantUserId, trainingId } = await requiring(suite)
      return { input: { tenantId, tenantUserId, trainingId, doneOn: today() }, token: suite.here.token }
    },
  },
  {
    call: trainingEvidenceRevoke,
    prepare: async (suite) => ({
      input: { id: await evidence(suite), revokeReason: '证书有误' },
      token: suite.here.token,
    }),
  },
  {
    call: trainingEvidenceFile,
    prepare: async (suite) => ({ input: { id: await evidence(suite) }, token: suite.here.token }),
  },
  {
    call: trainingEvidenceReport,
    prepare: async (suite) => {
      const { tenantId, userId, code } = await requiring(suite)
      const signer = await linkedProduct(suite.database)
      return { input: { tenantId, userId, trainingCode: code, doneOn: today() }, signer }
    },
  },
  {
    call: trainingOverrideSave,
    prepare: async (suite) => {
      const { studyUrlId, tenantUserId } = await requiring(suite)
      const input = { studyUrlId, tenantUserId, lastDay: dayFromNow(7), reason: '培训排在下周' }
      return { input, token: suite.here.token }
    },
  },
  {
    call: trainingOverrideEnd,
    prepare: async (suite) => {
      const { tenantId, studyUrlId, tenantUserId, userId } = await requiring(suite)
      const id = uniqueText('override')
      const lastDay = dayFromNow(7)
      await suite.database.owner
        .insertInto('trainingOverride')
        .values({
          ...{ tenantId, id, studyUrlId, tenantUserId, userId, personName: '', reason: '培训排在下周' },
          ...{
            lastDay,
            validUntil: daysIn(timeZone).end(lastDay) ?? new Date(),
            decidedBy: '',
            deciderName: '',
          },
        })
        .execute()
      return { input: { id, endReason: '不再需要' }, token: suite.here.token }
    },
  },
]
