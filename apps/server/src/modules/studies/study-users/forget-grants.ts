import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'

/** People in a linked study: tenant users, or invitations that are not accepted yet. */
interface Held {
  readonly tenantId: string
  readonly studyUrlId: string
  readonly people: readonly (string | null)[]
}

/** Deletes the product grants of people who are no longer authorized in the study. */
export const forgetGrants = (trx: Trx, { tenantId, studyUrlId, people }: Held) =>
  trx
    .deleteFrom('productAuthorization')
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where((eb) =>
      eb.or([
        eb('tenantUserId', '=', sql<string>`any(${people})`),
        eb('invitationId', '=', sql<string>`any(${people})`),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studyUser')
            .select('studyUser.id')
            .where('studyUser.tenantId', '=', tenantId)
            .where('studyUser.studyUrlId', '=', studyUrlId)
            .where((eb) =>
              eb.or([
                eb('studyUser.tenantUserId', '=', eb.ref('productAuthorization.tenantUserId')),
                eb('studyUser.invitationId', '=', eb.ref('productAuthorization.invitationId')),
              ]),
            ),
        ),
      ),
    )
    .execute()
