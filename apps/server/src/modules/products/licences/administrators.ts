import { userStatus } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { tenantAdministrator } from '../../access/index.ts'

/** Returns the active administrators of a tenant, with the addresses to which reminders are sent. */
export const administratorsOf = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('openRole')
    .innerJoin('appUser', 'appUser.id', 'openRole.userId')
    .select(['appUser.userName', 'appUser.email', 'appUser.language'])
    .where('openRole.tenantId', '=', tenantId)
    .where('openRole.roleId', '=', tenantAdministrator.id)
    .where('appUser.status', '=', userStatus.normal)
    .orderBy('appUser.id')
    .execute()
