import type { Language } from '@atrium/contract'
import { asPlatform } from '@atrium/server/database'
import { createOutbox } from '../../apps/server/src/modules/messages/index.ts'
import { invite } from '../../apps/server/src/modules/tenants/invitations/index.ts'
import { readProfile } from '../../apps/server/src/platform/config/profile.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/index.ts'
import { inDatabase } from './database.ts'
import { administrator, dataFolder, tenantAdministrator } from './suite.ts'

/**
 * Invites an address to a tenant directly in the database of the running suite, because no screen sends an invitation
 * alone. The suite's server sends the e-mail.
 */
export const inviteInDatabase = async (email: string, language: Language): Promise<void> => {
  const secrets = await loadSecrets({ dataDir: dataFolder })
  const profile = await readProfile('profile.json')
  const outbox = createOutbox({ secrets, profile })
  await inDatabase(
    async (trx) => {
      const users = trx.selectFrom('appUser').select('id')
      const inviter = await users.where('userName', '=', administrator.userName).executeTakeFirstOrThrow()
      const { tenantId } = await trx
        .selectFrom('tenantUser')
        .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
        .select('tenantId')
        .where('userName', '=', tenantAdministrator)
        .executeTakeFirstOrThrow()
      await invite(trx, { outbox, profile }, { tenantId, email, language, invitedBy: inviter.id })
    },
    dataFolder,
    asPlatform,
  )
}
