import { findRegistration, type Registration } from '@atrium/contract'
import type { Trx } from '../../database/transaction.ts'
import { handleOwn } from '../../http/route.ts'
import type { OwnWork } from '../../http/work.ts'
import { maskedPhone } from '../identifiers/index.ts'
import { invitedUser } from './invited-user.ts'
import { openInvitation } from './open-invitation.ts'
import { choosePositions } from './positions.ts'

const present = async (
  trx: Trx,
  { input, language }: OwnWork<typeof findRegistration>,
): Promise<Registration> => {
  const { tenantId, email, emailKey, positionId } = await openInvitation(trx, input.key)
  const tenant = trx.selectFrom('tenant').select('tenantName').where('id', '=', tenantId)
  const user = await invitedUser(trx, emailKey)
  return {
    ...(await tenant.executeTakeFirstOrThrow()),
    ...{
      name: user?.fullName ?? '',
      username: user?.userName ?? '',
      phone: user ? maskedPhone(user.phone) : '',
    },
    ...{ email, remark: '', key: input.key, isUser: user !== undefined, positionId: positionId ?? '' },
    positionList: await choosePositions(trx, tenantId, language),
  }
}

/** GET /account/email/getTenantUser. */
export const findRegistrationRoute = handleOwn(findRegistration, (work) =>
  work.system((trx) => present(trx, work)),
)
