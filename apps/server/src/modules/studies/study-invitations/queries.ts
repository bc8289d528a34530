import type { invitationSites, remoteRoles, userTypesOfStudy } from '@atrium/contract'
import type { OwnWork, Work } from '../../../platform/http/work.ts'
import { askRoles } from '../../products/linked/index.ts'
import { readEntries } from '../../reference-data/dictionaries/index.ts'
import { spendCalling } from '../calling.ts'
import { linkOf, rejectWithoutUrl } from './link.ts'

/** POST /studyUser/pre/auth/site/list. */
export const listSites = async (work: Work<typeof invitationSites>) =>
  (await linkOf(work, work.input.studyUrlId)).scope.sites

/** POST /studyUser/pre/remote/study/data: asks the product each time, without an open transaction. */
export async function findRoles(work: OwnWork<typeof remoteRoles>) {
  const { input, as, language, services, asCaller } = work
  const link = await asCaller((trx) => linkOf({ trx, as }, input.studyUrlId))
  rejectWithoutUrl(link)
  await spendCalling(work)
  return askRoles(services, link, language)
}

/** POST /dictionary/getListByCategoryUrl. */
export async function listUserTypes(work: Work<typeof userTypesOfStudy>) {
  const { studyUrlId, ...wanted } = work.input
  const { scope } = await linkOf(work, studyUrlId)
  return readEntries(work, scope.tenantId, wanted)
}
