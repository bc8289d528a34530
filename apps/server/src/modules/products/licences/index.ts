import { licenceDelete, licenceHolders, licenceInfo, licenceList, licenceSave } from '@atrium/contract'
import { deleting, saving } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import { licences } from './entity.ts'
import { listHolders } from './holders.ts'
import { findLicence, listLicences } from './queries.ts'

export { administratorsOf } from './administrators.ts'
export { checkLicence, claimLicence, type LicenceClaim } from './claim.ts'
export { licenceReminder } from './reminder.ts'
export { isOpen, stateOf } from './state.ts'
export { type StudyCapacity, studyCapacity, studyRejection } from './study-capacity.ts'

export const licenceRoutes: readonly Route[] = [
  handle(licenceList, listLicences),
  handle(licenceInfo, findLicence),
  handle(licenceHolders, listHolders),
  handle(licenceSave, saving(licences)),
  handle(licenceDelete, deleting(licences)),
]
