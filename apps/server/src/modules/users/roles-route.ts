import { systemRoles } from '@atrium/contract'
import { nameIn } from '../../crud/index.ts'
import { handle } from '../../http/index.ts'
import { grantableRoles } from '../access/index.ts'

/** GET /base/system/user/role. */
export const systemRolesRoute = handle(systemRoles, ({ caller, trx, language }) =>
  grantableRoles({ caller, trx })
    .select(['role.id as code', nameIn(language, 'role.name').as('desc')])
    .orderBy('role.createdAt')
    .orderBy('role.id')
    .execute(),
)
