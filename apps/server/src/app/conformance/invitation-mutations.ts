import {
  type Call,
  categories,
  ctmsChanges,
  edcChanges,
  etmfChanges,
  invitationResend,
  invitationWithdraw,
  inviteCtms,
  inviteEdc,
  inviteEtmf,
  inviteIwrs,
  iwrsChanges,
  productRefusalRetry,
  productRefusalTakeBack,
  softwareCodes,
  unblindingApprove,
  unblindingDecline,
  unblindingExport,
  unblindingWithdraw,
} from '@atrium/contract'
import { sql } from 'kysely'
import { tenantAdministrator } from '../../modules/access/index.ts'
import { addReachable, newPhone } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../../modules/products/licences/test-kit/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'
import { readyProduct } from './ready-product.ts'

/** Address at which no server listens. */
const away = 'http://127.0.0.1:1/'

/**
 * Adds a study in the tenant of `here` that is linked with a product, and a user to invite. Only RTSM must respond
 * during the call.
 */
export async function invitingTo(suite: Suite, softwareId: string) {
  const { database, here } = suite
  const { owner } = database
  const { tenantId } = here
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: uniqueText('licence'), softwareId })
    .onConflict((conflict) => conflict.columns(['tenantId', 'softwareId']).doNothing())
    .execute()
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId }, uniqueText('domain'))
  await owner
    .updateTable('tenantUrl')
    .set({ apiUrl: softwareId === softwareCodes.rtsm ? await readyProduct(suite, 'RTSM') : away })
    .where('id', '=', tenantUrlId)
    .execute()
  const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId })
  const { id: userId } = await addReachable(database)
  const tenantUserId = uniqueText('invited')
  await owner.insertInto('tenantUser').values({ tenantId, id: tenantUserId, userId }).execute()
  return { tenantId, studyUrlId, people: [tenantUserId], EmailList: [`${newPhone()}@hospital.example`] }
}

const roleId = tenantAdministrator.id
const typeId = globalEntryId(categories.userType, 'SPONSOR')

const edc = (known: Awaited<ReturnType<typeof invitingTo>>) => {
  const { people: userList, ...rest } = known
  const userStudyRoles = [{ roleId: 'CRA', environmentId: 'PROD', roleName: 'CRA' }]
  return {
    ...rest,
    userList,
    userRole: roleId,
    userTypeId: typeId,
    userPowerRoleId: 'MODULE',
    userStudyRoles,
  }
}

const iwrs = (known: Awaited<ReturnType<typeof invitingTo>>) => {
  const { people: userList, ...rest } = known
  const userRoleList = [{ projectId: 'P1', roleId: 'PHARMACIST', stockHouseList: ['S1'] }]
  return { ...rest, userList, userRole: roleId, userTypeId: typeId, userRoleList }
}

const trial = ({ people, tenantId, ...rest }: Awaited<ReturnType<typeof invitingTo>>) => ({
  ...rest,
  TenantId: tenantId,
  UserList: people,
  UserRole: roleId,
  UserTypeId: typeId,
  tenantRoleId: 'MEMBER',
  studyRoleId: 'CRA',
  userStudyRoles: [{ roleId: 'CRA', roleName: 'CRA' }],
})

const inviting = (
  call: Call,
  softwareId: string,
  inputOf: (known: Awaited<ReturnType<typeof invitingTo>>) => Record<string, unknown>,
): Mutation => ({
  call,
  prepare: async (suite) => ({
    input: inputOf(await invitingTo(suite, softwareId)),
    token: suite.here.token,
  }),
})

/** Adds an invitation to the tenant of `here`, sent a day ago. */
const invited: Mutation['prepare'] = async ({ database, here }) => {
  const id = uniqueText('invitation')
  const email = `${id}@hospital.example`
  await database.owner
    .insertInto('invitation')
    .values({
      tenantId: here.tenantId,
      id,
      keyHash: id,
      email,
      emailKey: email,
      language: 'zh',
      roleId,
      invitedBy: here.userId,
      expiresAt: sql<Date>`now() + interval '6 days'`,
    })
    .execute()
  return { input: { id }, token: here.token }
}

/** Adds an authorization in the tenant of `here` that the product rejected. */
const rejected: Mutation['prepare'] = async (suite) => {
  const { tenantId, studyUrlId, people } = await invitingTo(suite, softwareCodes.edc)
  const id = uniqueText('refused')
  await suite.database.owner
    .insertInto('productAuthorization')
    .values({
      tenantId,
      id,
      studyUrlId,
      tenantUserId: people[0] ?? null,
      grantedBy: suite.here.userId,
      grants: JSON.stringify({ generalRoleId: 'MODULE', roles: [], siteIds: [], allSites: true }),
      state: 'refused',
      message: '培训未完成',
      language: 'zh',
      batchId: id,
    })
    .execute()
  return { input: { id }, token: suite.here.token }
}

/** Adds a request by `here` for unblinded access in their tenant. @returns its id */
async function requested(suite: Suite): Promise<string> {
  const { tenantId, studyUrlId, people } = await invitingTo(suite, softwareCodes.rtsm)
  const { owner } = suite.database
  const id = uniqueText('unblinding')
  const { studyId } = await owner
    .selectFrom('studyUrl')
    .select('studyId')
    .where('id', '=', studyUrlId)
    .executeTakeFirstOrThrow()
  const role = { roleId: 'PHARMACIST', roleName: '', environmentId: '', projectId: 'P1', siteIds: [] }
  const unblinded = { ...role, stockHouseIds: ['S1'], isBlind: 0, unblindingReason: '药物供应' }
  await owner
    .insertInto('unblinding')
    .values({
      ...{ tenantId, id, studyUrlId, studyId, softwareId: softwareCodes.rtsm, studyName: '', studyCode: '' },
      ...{ tenantUserId: people[0] ?? null, personName: '', requestedBy: suite.here.userId, language: 'zh' },
      grants: JSON.stringify({ generalRoleId: '', roles: [unblinded], siteIds: [], allSites: false }),
    })
    .execute()
  return id
}

/** Mutations by which somebody else decides on a request for unblinded access. */
const deciding = (call: Call): Mutation => ({
  call,
  prepare: async (suite) => ({
    input: { id: await requested(suite), decisionReason: '已核对' },
    token: suite.admin.token,
  }),
})

/**
 * Mutations that invite users to studies, those that resend or withdraw invitations, and decisions on what products
 * rejected and on unblinded access.
 */
export const invitationMutations: readonly Mutation[] = [
  inviting(inviteEdc, softwareCodes.edc, edc),
  inviting(inviteIwrs, softwareCodes.rtsm, iwrs),
  inviting(inviteCtms, softwareCodes.ctms, trial),
  inviting(inviteEtmf, softwareCodes.etmf, trial),
  { call: invitationWithdraw, prepare: invited },
  { call: invitationResend, prepare: invited },
  { call: productRefusalRetry, prepare: rejected },
  { call: productRefusalTakeBack, prepare: rejected },
  deciding(unblindingApprove),
  deciding(unblindingDecline),
  {
    call: unblindingExport,
    prepare: async (suite) => {
      const { tenantId } = await suite.database.owner
        .selectFrom('unblinding')
        .select('tenantId')
        .where('id', '=', await requested(suite))
        .executeTakeFirstOrThrow()
      return { input: { tenantId, format: 'csv' }, token: suite.admin.token }
    },
  },
  {
    call: unblindingWithdraw,
    prepare: async (suite) => ({ input: { id: await requested(suite) }, token: suite.here.token }),
  },
]

/** Reads with the same input as the mutations that invite users to studies. */
export const invitationReads: readonly Mutation[] = [
  inviting(edcChanges, softwareCodes.edc, edc),
  inviting(iwrsChanges, softwareCodes.rtsm, iwrs),
  inviting(ctmsChanges, softwareCodes.ctms, trial),
  inviting(etmfChanges, softwareCodes.etmf, trial),
]
