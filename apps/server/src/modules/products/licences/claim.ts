import { codes, type Language } from '@atrium/contract'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Services } from '../../../platform/http/work.ts'
import { isOpen, stateOf } from './state.ts'
import { usedStudies, usedUsers } from './usage.ts'

/** Tenant and product of the licence. */
interface LicenceOf {
  readonly tenantId: string
  readonly softwareId: string
}

/** Addition that counts towards a licence. */
export interface LicenceClaim extends LicenceOf {
  /** Limit that the addition counts against. */
  readonly counted: 'studies' | 'users'
}

/** Parts of a call's `Work` needed to check a licence, including its transaction. */
interface Asking {
  readonly trx: Trx
  /** Language of the rejection. */
  readonly language: Language
  readonly services: Pick<Services, 'profile'>
}

const licenceOf = ({ trx, services }: Asking, { tenantId, softwareId }: LicenceOf) =>
  trx
    .selectFrom('tenantSoftware')
    .select(['startTime', 'endTime', 'studyEnable', 'maxStudy', 'userEnable', 'maxUser'])
    .select(stateOf(services.profile.timeZone).as('state'))
    .where('tenantId', '=', tenantId)
    .where('softwareId', '=', softwareId)

type Licence = NonNullable<Awaited<ReturnType<ReturnType<typeof licenceOf>['executeTakeFirst']>>>

/**
 * Returns the names of tenant and product for a rejection.
 * @throws Rejection 404 if the caller may not read them
 */
async function namesOf({ trx, language }: Asking, { tenantId, softwareId }: LicenceOf) {
  const names = await trx
    .selectFrom('tenant')
    .innerJoin('software', (join) => join.on('software.id', '=', softwareId))
    .select(['tenant.tenantName as tenant', nameIn(language, 'software.softwareName').as('software')])
    .where('tenant.id', '=', tenantId)
    .executeTakeFirst()
  return names ?? reject(codes.notFound)
}

/**
 * Returns the licence.
 * @throws Rejection 402 if there is none or it is not valid today
 */
async function validLicence(asking: Asking, of: LicenceOf, licence: Licence | undefined): Promise<Licence> {
  if (!licence) return reject(codes.licence, 'licence.refusal.none', await namesOf(asking, of))
  const { state, startTime, endTime } = licence
  if (isOpen(state)) return licence
  return reject(codes.licence, `licence.refusal.${state}`, {
    ...(await namesOf(asking, of)),
    startTime,
    endTime,
  })
}

/**
 * Checks whether a tenant may use a product today; every sign-in to a product does so.
 * @throws Rejection 402 with the reason: no licence, switched off, not started or expired
 */
export async function checkLicence(asking: Asking, of: LicenceOf): Promise<void> {
  await validLicence(asking, of, await licenceOf(asking, of).executeTakeFirst())
}

const counts = { studies: usedStudies, users: usedUsers }

async function countUsed(trx: Trx, { tenantId, softwareId, counted }: LicenceClaim): Promise<number> {
  const { used } = await trx
    .selectFrom('tenantSoftware')
    .select(counts[counted].as('used'))
    .where('tenantId', '=', tenantId)
    .where('softwareId', '=', softwareId)
    .executeTakeFirstOrThrow()
  return used
}

const limitOf = (licence: Licence, counted: LicenceClaim['counted']): number => {
  const limit = {
    studies: licence.studyEnable && licence.maxStudy,
    users: licence.userEnable && licence.maxUser,
  }
  return limit[counted] || Number.POSITIVE_INFINITY
}

/**
 * Adds studies or users under a licence. Every call that links a study with a product, or authorizes or invites users
 * there, must use it. It locks the licence's row until the transaction ends, so that concurrent additions run one
 * after the other and each sees the previous ones. This requires READ COMMITTED, where every statement sees all rows
 * committed before it. Additions under several licences lock them in the order of their products. A call that uses no
 * additional capacity is never rejected, even above the limit: e.g. authorizing a user for another study, or
 * accepting an invitation.
 * @param add adds the rows, in the same transaction
 * @returns the result of `add`
 * @throws Rejection 402 if there is no licence, if it is not valid today, or if its remaining capacity is too small
 */
export async function claimLicence<Result>(
  asking: Asking,
  claim: LicenceClaim,
  add: () => Promise<Result>,
): Promise<Result> {
  const found = await licenceOf(asking, claim).forUpdate().executeTakeFirst()
  const licence = await validLicence(asking, claim, found)
  const maximum = limitOf(licence, claim.counted)
  if (maximum === Number.POSITIVE_INFINITY) return add()
  const used = await countUsed(asking.trx, claim)
  const added = await add()
  const needed = (await countUsed(asking.trx, claim)) - used
  if (needed <= 0 || used + needed <= maximum) return added
  const names = await namesOf(asking, claim)
  return reject(codes.licence, `licence.refusal.${claim.counted}`, { ...names, maximum, used, needed })
}
