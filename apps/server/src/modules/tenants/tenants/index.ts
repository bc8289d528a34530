import { tenantCombobox, tenantDelete, tenantList, tenantSave } from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { tenants } from './entity.ts'
import { chooseTenants, listTenants } from './queries.ts'

export { orderedTenants, pageOfTenants } from './queries.ts'

export const tenantRoutes: readonly Route[] = [
  handle(tenantList, listTenants),
  handle(tenantSave, saving(tenants)),
  handle(tenantDelete, deleting(tenants)),
  handle(tenantCombobox, chooseTenants),
]
