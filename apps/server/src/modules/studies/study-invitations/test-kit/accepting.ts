import { categories, register } from '@atrium/contract'
import type { Suite } from '../../../../app/test-kit/index.ts'
import { encrypt, newPhone, secretSentTo, send } from '../../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../../reference-data/dictionaries/index.ts'

/** Password of test users who register. */
export const newPassword = 'Fresh0Password'

/**
 * Accepts an invitation as a new user.
 * @param key key of the link; by default the key of the last e-mail
 */
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

/** Returns the memberships of users who joined with an address. */
export const joined = ({ database }: Suite, address: string) =>
  database.owner
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.id', 'tenantUser.roleId', 'tenantUser.typeId'])
    .where('appUser.email', '=', address)
    .execute()
