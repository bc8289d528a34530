import {
  codes,
  type HandedOver,
  languageOf,
  type redeem,
  type SessionLifetime,
  userStatus,
} from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { isRunning } from '../../../platform/caller/sessions.ts'
import { tokenHash } from '../../../platform/caller/token.ts'
import type { HandOverTable } from '../../../platform/database/tables/hand-overs.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { OwnWork, Work } from '../../../platform/http/work.ts'
import { openLicence } from '../licences/index.ts'
import { type CallingProduct, pageAddress } from '../linked/index.ts'
import { isAuthorized } from '../software/index.ts'
import { studiesWithSites } from './studies.ts'

type HandOver = Selectable<HandOverTable>

/**
 * Uses a code up, together with the one for the other page. Of several concurrent tries PostgreSQL lets one through.
 * Another product finds nothing and uses nothing up. A code ends with its user's session.
 * @throws Rejection 20002, the same for every fault
 */
async function burn(
  trx: Trx,
  { codeHash, softwareId, lifetime }: { codeHash: string; softwareId: string; lifetime: SessionLifetime },
): Promise<HandOver> {
  const now = sql<Date>`clock_timestamp()`
  const burnt = await trx
    .updateTable('handOver')
    .set({ usedAt: now })
    .where((eb) => eb.or([eb('codeHash', '=', codeHash), eb('mobileCodeHash', '=', codeHash)]))
    .where('softwareId', '=', softwareId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('userId')
          .whereRef('session.tokenHash', '=', 'handOver.sessionHash')
          .where(isRunning(lifetime)),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  return burnt ?? reject(codes.badCode, 'portal.refusal.code')
}

/**
 * Rejects a code that reached another page than the one it was made for: somebody received it elsewhere and brought it
 * here. A code of the previous version names no page, so no page matches.
 * @throws Rejection 20002
 */
function rejectOtherPage(handOver: HandOver, codeHash: string, sent: string): void {
  const { address, mobileAddress } = handOver
  const made = handOver.codeHash === codeHash ? address : mobileAddress
  if (!made || made !== pageAddress(sent)) reject(codes.badCode, 'portal.refusal.address')
}

/** The person, unless they were locked since they set out. */
const personOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('appUser')
    .select(['id as userId', 'userName', 'fullName', 'email', 'phone', 'language'])
    .where('id', '=', userId)
    .where('status', '=', userStatus.normal)
    .executeTakeFirst()

/** The studies of a tenant that somebody may open in a product, with what they may do in each. */
async function studiesIn(
  trx: Trx,
  { userId, tenantId, softwareId }: HandOver,
): Promise<HandedOver['studies']> {
  const rows = await studiesWithSites(trx, userId)
    .where('studyUrl.tenantId', '=', tenantId)
    .where('studyUrl.softwareId', '=', softwareId)
    .orderBy('study.studyCode')
    .orderBy('studyUrl.id')
    .execute()
  return rows.map(({ studyUrlId, studyId: id, studyCode: code, studyName: name, sites, grant }) => ({
    studyUrlId,
    study: { id, code, name },
    sites,
    grant,
  }))
}

type Asking = Pick<Work<typeof redeem>, 'language' | 'services'>

/** Reads the user and their current rights, whatever was true when the code was made. */
async function responseTo(trx: Trx, asking: Asking, handOver: HandOver): Promise<HandedOver> {
  const { userId, tenantId, tenantUrlId, softwareId } = handOver
  const studyUrlId = handOver.studyUrlId ?? ''
  const person = await personOf(trx, userId)
  const opened = { tenantId, softwareId, studyUrlId }
  if (!person || !(await isAuthorized(trx, userId, opened)))
    return reject(codes.forbidden, 'portal.refusal.withdrawn')
  await openLicence({ ...asking, trx }, { tenantId, softwareId })
  const { tenantName, validityTime } = await trx
    .selectFrom('tenant')
    .innerJoin('software', (join) => join.on('software.id', '=', softwareId))
    .select(['tenant.tenantName', 'software.validityTime'])
    .where('tenant.id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return {
    user: { ...person, language: languageOf(person.language) },
    tenant: { tenantId, tenantName, tenantUrlId },
    studyUrlId,
    validityTime,
    studies: await studiesIn(trx, handOver),
  }
}

/**
 * Returns to a product the user who came with a code. The product's first try uses the code up, also if it is rejected.
 */
export async function redeemCode({
  input,
  product,
  language,
  services,
  system,
}: OwnWork<typeof redeem> & { readonly product: CallingProduct }) {
  const { softwareId } = product
  const lifetime = services.profile.sessionLifetime
  const codeHash = tokenHash(input.code)
  const handOver = await system((trx) => burn(trx, { codeHash, softwareId, lifetime }))
  rejectOtherPage(handOver, codeHash, input.address)
  return system(async (trx, audit) => {
    const response = await responseTo(trx, { language, services }, handOver)
    const { id, tenantId } = handOver
    audit({ entity: 'hand_over', entityId: id, tenantId, before: { usedAt: null }, after: handOver })
    return response
  })
}
