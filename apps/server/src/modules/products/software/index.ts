import {
  authorizationTypes,
  invitingSoftware,
  softwareCombobox,
  softwareDelete,
  softwareInfo,
  softwareList,
  softwareSave,
  studySoftware,
} from '@atrium/contract'
import { deleting } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { products } from './entity.ts'
import {
  chooseSoftware,
  findSoftware,
  listAuthorizationTypes,
  listInvitingSoftware,
  listSoftware,
  listStudySoftware,
} from './queries.ts'
import { saveSoftware } from './save.ts'

export {
  isAuthorized,
  isInForce,
  productAccessOf,
  studiesOf,
  type TenantProduct,
  usersWhoMayOpen,
} from './product-access.ts'
export { softwareOf } from './queries.ts'
export { seedSoftware } from './seed.ts'
export { studiesInProduct, studiesWithSites } from './studies-with-sites.ts'

export const softwareRoutes: readonly Route[] = [
  handle(softwareList, listSoftware),
  handle(softwareInfo, findSoftware),
  handle(softwareSave, saveSoftware),
  handle(softwareDelete, deleting(products())),
  handle(softwareCombobox, chooseSoftware),
  handle(studySoftware, listStudySoftware),
  handle(invitingSoftware, listInvitingSoftware),
  handle(authorizationTypes, listAuthorizationTypes),
]
