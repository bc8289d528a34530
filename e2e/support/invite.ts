/**
 * Invites an address into a tenant of the running suite, as its own process: no screen makes invitations by
 * themselves. The suite's server sends the e-mail. Arguments: address and language.
 */
import { languageOf } from '@atrium/contract'
import { asPlatform, inTransaction, openDatabase, startEmbedded } from '@atrium/server/database'
import { readProfile } from '../../apps/server/src/config/profile.ts'
import { createOutbox } from '../../apps/server/src/messages/index.ts'
import { invite } from '../../apps/server/src/modules/invitations/index.ts'
import { loadSecrets } from '../../apps/server/src/secrets/index.ts'
import { administrator, dataFolder, tenantAdministrator } from './suite.ts'

const [email = '', language] = process.argv.slice(2)
const dataDir = process.env.DATA_DIR ?? dataFolder
const place = await startEmbedded({ dataDir })
const { db, close } = await openDatabase(place)
const secrets = await loadSecrets({ dataDir })
const outbox = createOutbox({ secrets, profile: await readProfile('profile.json') })
await inTransaction(db, asPlatform, async (trx) => {
  const users = trx.selectFrom('appUser').select('id')
  const inviter = await users.where('userName', '=', administrator.userName).executeTakeFirstOrThrow()
  const member = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select('tenantId')
    .where('userName', '=', tenantAdministrator)
    .executeTakeFirstOrThrow()
  await invite(
    trx,
    { outbox },
    {
      tenantId: member.tenantId,
      email,
      language: languageOf(language),
      invitedBy: inviter.id,
    },
  )
})
await close()
await place.close()
