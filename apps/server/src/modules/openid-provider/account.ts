import { blinding, languageOf, type ProductGrant } from '@atrium/contract'
import type { Account, AccountClaims } from 'oidc-provider'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { knownVersion } from '../products/access-notices/index.ts'
import { studiesInProduct, usersWhoMayOpen } from '../products/software/index.ts'
import type { ClientDomain } from './clients.ts'

/** Claims of each scope. Those of `openid` are in the ID token, the others at the userinfo endpoint. */
export const claimsOfScopes = {
  openid: ['sub', 'sid', 'auth_time', 'acr', 'amr', 'tenant_id', 'product', 'blinded', 'study_ids'],
  profile: ['name', 'preferred_username', 'locale'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  studies: ['tenant_name', 'access_version', 'session_minutes', 'studies'],
}

/** Value of `emailValid` and `phoneValid` for a contact that the user has verified. */
const contactVerified = 0

/** BCP 47 tags of the languages. */
const locales = { zh: 'zh-CN', en: 'en' } as const

/** Whether a grant lets the user see who gets which treatment. Without a role of the product, nobody may. */
const isUnblinded = (grant: ProductGrant | null): boolean =>
  grant !== null && grant.roles.length > 0 && grant.roles.every((role) => role.isBlind === blinding.unblinded)

const personOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('appUser')
    .select(['userName', 'fullName', 'email', 'emailValid', 'phone', 'phoneValid', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** Returns who the user is. */
const identityClaims = ({ userName, fullName, email, emailValid, phone, phoneValid, language }: Person) => ({
  name: fullName,
  preferred_username: userName,
  locale: locales[languageOf(language)],
  ...(email !== '' && { email, email_verified: emailValid === contactVerified }),
  ...(phone !== '' && { phone_number: phone, phone_number_verified: phoneValid === contactVerified }),
})

type Person = Awaited<ReturnType<typeof personOf>>

/** Returns what the user may do in the product of a domain, in the form that a hand-over has. */
async function accessClaims(trx: Trx, userId: string, domain: ClientDomain) {
  const studies = (await studiesInProduct(trx, userId, domain, 'granted')).map(({ access }) => access)
  return {
    tenant_id: domain.tenantId,
    product: domain.appCode,
    blinded: !(studies.length > 0 && studies.every(({ grant }) => isUnblinded(grant))),
    study_ids: studies.map(({ studyUrlId }) => studyUrlId),
    studies,
  }
}

/** Returns the facts about tenant and product that only the userinfo endpoint has. */
const productClaims = async (trx: Trx, { tenantId, softwareId }: ClientDomain) => {
  const { tenantName, validityTime } = await trx
    .selectFrom('tenant')
    .innerJoin('software', (join) => join.on('software.id', '=', softwareId))
    .select(['tenant.tenantName', 'software.validityTime'])
    .where('tenant.id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { tenant_name: tenantName, session_minutes: validityTime }
}

/** Returns the claims of a user at a client, as they are now. */
const claimsAt = (
  { db }: Pick<Services, 'db'>,
  userId: string,
  domain: ClientDomain,
  use: string,
): Promise<AccountClaims> => {
  const isUserinfo = use === 'userinfo'
  return inTransaction(
    db,
    asSystem,
    async (trx) => {
      // Read before the rights: see `knownVersion`.
      const version = isUserinfo && (await knownVersion(trx, { ...domain, userId }))
      const { studies, ...access } = await accessClaims(trx, userId, domain)
      if (!isUserinfo) return { sub: userId, ...access }
      const [person, about] = [await personOf(trx, userId), await productClaims(trx, domain)]
      return { sub: userId, ...identityClaims(person), ...access, ...about, access_version: version, studies }
    },
    { readOnly: !isUserinfo },
  )
}

/**
 * Returns the account of a user at a client, with claims as they are when a token or the userinfo is made. Without a
 * code or token, the user has a running session, which proves that they are not locked.
 * @param domain the client's domain; undefined while no client is known
 * @param hasToken whether the client uses a code or token. It is worth nothing once the user may no longer open the
 * product
 * @returns undefined if the code or token is worth nothing
 */
export async function findAccount(
  services: Pick<Services, 'db'>,
  userId: string,
  domain: ClientDomain | undefined,
  hasToken: boolean,
): Promise<Account | undefined> {
  const mayOpen = (product: ClientDomain) =>
    inTransaction(services.db, asSystem, (trx) => usersWhoMayOpen(trx, [userId], product), { readOnly: true })
  if (hasToken && !(domain && (await mayOpen(domain)).has(userId))) return undefined
  return {
    accountId: userId,
    claims: async (use) => (domain ? claimsAt(services, userId, domain, use) : { sub: userId }),
  }
}
