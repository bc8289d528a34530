import {
  authorizationStyles,
  codes,
  type Language,
  type PersonalData,
  type PersonalKind,
  privacyPerson,
} from '@atrium/contract'
import { sql } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { isUnblindedEverywhere } from '../studies/blinding/index.ts'
import { type Asking, countKinds } from './data.ts'
import { obstaclesOf } from './obstacles.ts'

/** What becomes of each kind when its person is pseudonymised. */
const becoming: Readonly<Record<PersonalKind, PersonalData['kinds'][number]['becomes']>> = {
  account: 'replaced',
  membership: 'replaced',
  authorization: 'replaced',
  invitation: 'replaced',
  accessRequest: 'replaced',
  training: 'replaced',
  unblinding: 'replaced',
  inspection: 'replaced',
  review: 'masked',
  signature: 'masked',
  session: 'replaced',
  message: 'replaced',
  event: 'masked',
}

/** Returns the products in which a person has or had access, as the linked studies and the notices of rights show. */
async function productsOf(trx: Trx, { userId, caller }: Asking, language: Language) {
  const rows = await trx
    .selectFrom('software')
    .select(nameIn(language, 'software.softwareName').as('name'))
    .where(
      sql<boolean>`software.id in (
        select tenant_url.software_id from product_access
        join tenant_url on tenant_url.tenant_id = product_access.tenant_id and tenant_url.id = product_access.tenant_url_id
        where product_access.user_id = ${userId})`,
    )
    // Whoever is blinded in a study does not learn who has access to RTSM.
    .where(
      sql<boolean>`(${userId} = ${caller.userId} or ${isUnblindedEverywhere(caller)}
        or software.authorization_style is distinct from ${authorizationStyles.rtsm})`,
    )
    .orderBy('software.sort')
    .execute()
  return rows.map(({ name }) => name)
}

/** GET /privacy/person. Runs as the system, restricted to the caller or, for the platform, to the person. */
export const personRoute = handle(
  privacyPerson,
  async ({ trx, input, caller, language }) => {
    const userId = input.id || caller.userId
    const asking: Asking = { userId, caller }
    const person = await trx
      .selectFrom('appUser')
      .select([nameIn(language, 'appUser.fullName').as('fullName'), 'appUser.userName'])
      .select((eb) => eb('appUser.pseudonymisedAt', 'is not', null).$castTo<boolean>().as('isPseudonymised'))
      .where('appUser.id', '=', userId)
      .executeTakeFirst()
    if (!person) reject(codes.notFound)
    const counts = await countKinds(trx, asking)
    return {
      ...{ userId, ...person },
      kinds: counts.map(({ kind, count }) => ({ kind, count, becomes: becoming[kind] })),
      obstacles: [...((await obstaclesOf(trx, [userId])).get(userId) ?? [])],
      products: await productsOf(trx, asking, language),
    }
  },
  { asSystem: true },
)
