import {
  codes,
  globalTenantId,
  phonePattern,
  plainPhone,
  tenantUserUnassigned,
  type UnassignedUser,
  userStatus,
  userTypes,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { checkReadable, inOrder, keysOfPage, nameIn, type Order } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { wholeUserText } from '../../../platform/database/search.ts'
import { isPlatform, type Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle, handleOwn, type Route } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import {
  emailKey,
  hasVerified,
  maskedEmail,
  maskedPhone,
  maskedUserName,
  phoneKey,
  searchedContact,
  userNameKey,
} from '../../identity/identifiers/index.ts'
import { consumeLimit } from '../../identity/limits/index.ts'
import { idOfFound } from './found-people.ts'

type Unassigned = Work<typeof tenantUserUnassigned>

/** Rejects a tenant that is not one of the caller's. The platform's own row is not a tenant. */
async function checkTenant(work: Unassigned): Promise<void> {
  if (work.input.tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, work.input.tenantId)
}

/** Selects users who can sign in and are not in the tenant. */
const unassigned = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('appUser')
    .where('appUser.status', '=', userStatus.normal)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenantUser')
            .select(sql<number>`1`.as('place'))
            .where('tenantUser.tenantId', '=', tenantId)
            .whereRef('tenantUser.userId', '=', 'appUser.id'),
        ),
      ),
    )

const facts = ['id', 'fullName', 'userName', 'email', 'emailValid', 'phone', 'phoneValid'] as const

/** Newest first. */
const order: Order = {
  column: 'appUser.createdAt',
  byName: false,
  key: 'appUser.id',
  direction: 'desc',
}

/** Handles searches of the platform, which cover all users. */
const searching = handle(tenantUserUnassigned, async (work) => {
  const { input, trx, language } = work
  await checkTenant(work)
  const rows = unassigned(trx, input.tenantId).$if(!input.searchAll, (query) =>
    query.where('appUser.userType', '=', userTypes.normal),
  )
  const searches = [{ text: wholeUserText, keyword: searchedContact(input.keyWord) }]
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order }, input)
  const page = trx.selectFrom('appUser').where('appUser.id', '=', sql<string>`any(${ids})`)
  return {
    list: await inOrder(page, order)
      .select(facts)
      .select(nameIn(language, 'appUser.fullName').as('displayName'))
      .execute(),
    ...counts,
  }
})

/** The same limit as for /sys/user/pull: far more than manual work needs, and far too few to try numbers in bulk. */
const limitOf = (userId: string) => ({ bucket: `unassigned:${userId}`, max: 120, window: { seconds: 3600 } })

/**
 * Returns the comparison keys of a keyword. It includes a phone key only if the keyword has the form of a number;
 * other text would be reduced to a few digits.
 */
const keysOf = (keyWord: string) => {
  const plain = plainPhone(keyWord).trim()
  return {
    userNameKey: userNameKey(keyWord),
    emailKey: emailKey(keyWord),
    phoneKeys: phonePattern.test(plain) ? [phoneKey(plain)] : [],
  }
}

type Keys = ReturnType<typeof keysOf>

const withOneOf = (query: SelectQueryBuilder<Database, 'appUser', object>, keys: Keys) =>
  query.where(({ or, eb }) =>
    or([
      eb('appUser.userNameKey', '=', keys.userNameKey),
      hasVerified('email', [keys.emailKey]),
      hasVerified('phone', keys.phoneKeys),
    ]),
  )

/** User found by a search. */
interface Found extends UnassignedUser {
  readonly userNameKey: string
  readonly emailKey: string | null
  readonly phoneKey: string | null
}

/** Masks the fields of a found user, except the one that the caller entered. */
const masked = ({ userNameKey, emailKey, phoneKey, ...user }: Found, typed: Keys): UnassignedUser => ({
  ...user,
  userName: userNameKey === typed.userNameKey ? user.userName : maskedUserName(user.userName),
  email: emailKey === typed.emailKey ? user.email : maskedEmail(user.email),
  phone: user.phone === '' || typed.phoneKeys.includes(phoneKey ?? '') ? user.phone : maskedPhone(user.phone),
})

/**
 * Handles searches of tenant administrators. They find users by the full user name, or by a verified address or
 * number. It reads as the system, because row-level security hides users outside the caller's tenants.
 */
const finding = handleOwn(tenantUserUnassigned, async (work) => {
  const { input, caller, services, system, asCaller, language } = work
  const finder = { callerId: caller.userId, tenantId: input.tenantId }
  await asCaller((trx, audit) => checkTenant({ ...work, trx, audit }))
  if (input.keyWord === '') return { list: [], totalCount: 0 }
  if (!(await system((trx) => consumeLimit(trx, limitOf(caller.userId))))) reject(codes.limitReached)
  const keys = keysOf(input.keyWord)
  const found = await system((trx) =>
    withOneOf(unassigned(trx, input.tenantId), keys)
      .select(facts)
      .select(nameIn(language, 'appUser.fullName').as('displayName'))
      .select(['userNameKey', 'emailKey', 'phoneKey'])
      .orderBy('appUser.id')
      .execute(),
  )
  const from = (input.page - 1) * input.limit
  return {
    list: found
      .slice(from, from + input.limit)
      .map((user) => masked({ ...user, id: idOfFound(services.secrets, finder, user.id) }, keys)),
    totalCount: found.length,
  }
})

/** POST /tenantUser/list/unselect. */
export const unassignedRoute: Route = {
  call: tenantUserUnassigned,
  execute: (execution) => (isPlatform(execution.as) ? searching : finding).execute(execution),
}
