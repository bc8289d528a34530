import { categories, register } from '@atrium/contract'
import type { Suite } from '../../../../app/test-kit/index.ts'
import { encrypt, newPhone, secretSentTo, send } from '../../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../../reference-data/dictionaries/index.ts'

/** The password of those who register. */
export const newPassword = 'Fresh0Password'

/** Accepts an invitation as somebody new. @param key of the link; that of the last e-mail unless given */
export async function accept({ server, database }: Suite, address: string, key?: string) {
  const username = `joined-${newPhone()}`
  const password = await encrypt(server, {
    password: newPassword,
    purpose: 'registration',
    name: username,
  })
  return send(server, register, {
    key: key ?? (await secretSentTo(database, address)),
    positionId: globalEntryId(categories.position, 'PM'),
    name: '新人',
    username,
    phone: newPhone(),
    password,
  })
}

/** Memberships of people who joined by an address. */
export const joined = ({ database }: Suite, address: string) =>
  database.owner
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.id', 'tenantUser.roleId', 'tenantUser.typeId'])
    .where('appUser.email', '=', address)
    .execute()
