import { siteSave, studySave, studySiteDelete, studySiteSave, tenantSiteSave } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { site } from './membership-mutations.ts'
import { type Mutation, saved, uniqueText } from './prepared.ts'
import { study } from './study-mutations.ts'

/** Adds a study, and a tenant site for it. */
const enrolled = async ({ server, admin, here }: Suite) => {
  const { tenantId } = here
  const { data: siteId } = await send(server, siteSave, site(), admin)
  const { data: tenantSiteId } = await send(
    server,
    tenantSiteSave,
    { tenantId, siteIds: [String(siteId)] },
    here,
  )
  const { data: studyId } = await send(server, studySave, study(tenantId), here)
  return { studyId, tenantSiteId, code: uniqueText('SITE-'), nickName: '检验' }
}

/** Mutations of study sites. */
export const studySiteMutations: readonly Mutation[] = [
  {
    call: studySiteSave,
    prepare: async (suite) => ({ input: await enrolled(suite), token: suite.here.token }),
  },
  {
    call: studySiteDelete,
    prepare: async (suite) => saved(suite, studySiteSave, await enrolled(suite), suite.here.token),
  },
]
