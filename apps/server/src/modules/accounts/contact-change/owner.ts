import type { ContactKind } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { fieldIssue, refuseFields } from '../../../http/refusal.ts'
import type { Services } from '../../../http/work.ts'
import { emailKey, isExternal, phoneKey } from '../../identifiers/index.ts'

/** What an address or number of either kind is found by and unique by. */
export const contactKey = { email: emailKey, phone: phoneKey } as const

/** The user whose contact is to change, kept from changing otherwise until the transaction ends. */
export const holdOwner = async (trx: Trx, id: string) => {
  const { passwordHash, ...owner } = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'language', 'email', 'emailKey', 'emailValid', 'phone', 'phoneKey', 'org'])
    .select(['passwordHash', 'rowVersion'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...owner, hasPassword: passwordHash !== null }
}

export type Owner = Awaited<ReturnType<typeof holdOwner>>

/** The key of the contact that the user has. */
export const presentKey = (owner: Owner, kind: ContactKind): string | null =>
  kind === 'email' ? owner.emailKey : owner.phoneKey

/** @throws Refusal where another identity source keeps the user's contacts */
export const refuseKeptElsewhere = ({ profile }: Services, { org }: Owner): void =>
  refuseFields(isExternal(profile, org) ? [fieldIssue('contact', 'rule.fixed')] : [])
