import { codes, roleDelete, roleInfo, roleList, roleSave, roleUpdate } from '@atrium/contract'
import { deletingAll, saving } from '../../../crud/index.ts'
import { handle, type Route, refuse, type Work } from '../../../http/index.ts'
import { keepingAnAdministrator } from '../granting/index.ts'
import { roles } from './entity.ts'
import { findRole, listRoles } from './queries.ts'
import { tenantAdministrator } from './seeded.ts'

const save = saving(roles)
const removeAll = deletingAll(roles)

const add = (work: Work<typeof roleSave>) => save({ ...work, input: { ...work.input, id: '' } })

async function change(work: Work<typeof roleUpdate>): Promise<null> {
  await keepingAnAdministrator(work.trx, () => save(work))
  return null
}

function remove(work: Work<typeof roleDelete>): Promise<null> {
  // Later versions of the product give it their menus by its id: without it they would not start.
  if (work.input.ids.includes(tenantAdministrator.id)) refuse(codes.conflict, 'refusal.roleDelivered')
  return keepingAnAdministrator(work.trx, () => removeAll(work))
}

export const roleRoutes: readonly Route[] = [
  handle(roleList, listRoles),
  handle(roleInfo, findRole),
  handle(roleSave, add),
  handle(roleUpdate, change),
  handle(roleDelete, remove),
]
