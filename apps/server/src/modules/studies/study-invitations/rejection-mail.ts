import { languageOf } from '@atrium/contract'
import { sql } from 'kysely'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { holdsIn } from '../../access/index.ts'
import { verified } from '../../identity/identifiers/index.ts'
import { spendCaused } from '../../identity/limits/index.ts'

/** Authorization that a product has just rejected. */
export interface Rejected {
  readonly studyUrlId: string
  readonly tenantUserId: string | null
  readonly grantedBy: string | null
  readonly reason: string
}

/** Maximum number of people named in a mail; the list of rejections contains all of them. */
const maxNamed = 10

/**
 * Returns a grantor's user name, address and language; undefined if the address is unverified or the user may no
 * longer grant access in the tenant.
 */
const grantorOf = (trx: Trx, tenantId: string, userId: string) =>
  trx
    .selectFrom('appUser')
    .select(['userName', 'email', 'emailKey', 'language'])
    .where('id', '=', userId)
    .where('emailValid', '=', verified)
    .where('emailKey', 'is not', null)
    .where(sql<boolean>`can_sign_in(app_user.id)`)
    .where(holdsIn({ userId: sql.ref('appUser.id'), tenantId: sql.val(tenantId) }, 'authorization'))
    .executeTakeFirst()

/**
 * Returns people's verified addresses for the mail, because the grantor knows those: users choose their own name when
 * they register.
 */
const namesOf = async (trx: Trx, tenantId: string, rejected: readonly Rejected[]) => {
  const rows = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.id', 'appUser.fullName', 'appUser.email', 'appUser.emailValid'])
    .where('tenantUser.tenantId', '=', tenantId)
    .where('tenantUser.id', '=', sql<string>`any(${rejected.map(({ tenantUserId }) => tenantUserId ?? '')})`)
    .execute()
  return new Map(
    rows.map(({ id, fullName, email, emailValid }) => [
      id,
      emailValid === verified && email !== '' ? email : fullName,
    ]),
  )
}

const linkOf = (trx: Trx, tenantId: string, studyUrlId: string) =>
  trx
    .selectFrom('studyUrl')
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .innerJoin('tenant', 'tenant.id', 'studyUrl.tenantId')
    .select(['tenant.tenantName', 'study.studyName', 'studyUrl.softwareId'])
    .select([nameIn('zh', 'software.softwareName').as('zh'), nameIn('en', 'software.softwareName').as('en')])
    .where('studyUrl.tenantId', '=', tenantId)
    .where('studyUrl.id', '=', studyUrlId)
    .executeTakeFirstOrThrow()

/**
 * Queues one mail to each grantor for all rejections of a call. It counts towards the mailbox's daily limit for mail
 * caused by administrators. Without a mail, the rejections are still in the list.
 */
export async function queueRejectionMails(
  trx: Trx,
  { outbox, profile }: Services,
  tenantId: string,
  rejections: readonly Rejected[],
): Promise<void> {
  for (const [grantedBy, rejected] of Map.groupBy(rejections, (one) => one.grantedBy)) {
    const [first] = rejected
    const grantor = grantedBy === null ? undefined : await grantorOf(trx, tenantId, grantedBy)
    if (!first || !grantor?.emailKey) continue
    if ((await spendCaused(trx, profile.timeZone, [grantor.emailKey])).size === 0) continue
    const { softwareId, tenantName, studyName, ...softwareNames } = await linkOf(
      trx,
      tenantId,
      first.studyUrlId,
    )
    const language = languageOf(grantor.language)
    const names = await namesOf(trx, tenantId, rejected)
    const people = rejected.slice(0, maxNamed).map(({ tenantUserId, reason }) => ({
      name: names.get(tenantUserId ?? '') ?? '',
      reason,
    }))
    await outbox.queueMessage(trx, {
      kind: 'email',
      to: grantor.email,
      language,
      tenantId,
      softwareId,
      template: 'productRefused',
      params: {
        userName: grantor.userName,
        tenantName,
        studyName,
        softwareName: softwareNames[language],
        people,
        count: rejected.length,
      },
    })
  }
}
