import { siteSave, tenantSiteDelete, tenantSiteSave } from '@atrium/contract'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { site } from './membership-mutations.ts'
import { type Mutation, saved } from './prepared.ts'

/** Adds a site to the platform, for a tenant to choose. */
const chosen = async (suite: Suite) => {
  const { data } = await send(suite.server, siteSave, site(), suite.admin)
  return { tenantId: suite.here.tenantId, siteIds: [String(data)] }
}

/** Mutations of tenant sites. */
export const tenantSiteMutations: readonly Mutation[] = [
  {
    call: tenantSiteSave,
    prepare: async (suite) => ({ input: await chosen(suite), token: suite.here.token }),
  },
  {
    call: tenantSiteDelete,
    prepare: async (suite) => saved(suite, tenantSiteSave, await chosen(suite), suite.here.token),
  },
]
