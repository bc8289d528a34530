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
import { knownVersion } from '../access-notices/index.ts'
import { checkLicence } from '../licences/index.ts'
import { type CallingProduct, pageAddress } from '../linked/index.ts'
import { isAuthorized, studiesInProduct } from '../software/index.ts'

type HandOver = Selectable<HandOverTable>

/**
 * Uses up a code, together with the code for the other page. Of several concurrent attempts, PostgreSQL lets one
 * succeed. Another product cannot find or use up the code. A code becomes invalid when its user's session ends.
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
 * Rejects a code that was sent to a page other than its own: it may have been intercepted there and replayed here. A
 * code from the previous version has no page, so no page matches.
 * @throws Rejection 20002
 */
function rejectOtherPage(handOver: HandOver, codeHash: string, sent: string): void {
  const { address, mobileAddress } = handOver
  const made = handOver.codeHash === codeHash ? address : mobileAddress
  if (!made || made !== pageAddress(sent)) reject(codes.badCode, 'portal.refusal.address')
}

/** Finds the user, unless they have been locked since they opened the product. */
const personOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('appUser')
    .select(['id as userId', 'userName', 'fullName', 'email', 'phone', 'language'])
    .where('id', '=', userId)
    .where('status', '=', userStatus.normal)
    .executeTakeFirst()

type Asking = Pick<Work<typeof redeem>, 'language' | 'services'>

/** Reads the user and their current rights, which may have changed since the code was created. */
async function responseTo(trx: Trx, asking: Asking, handOver: HandOver): Promise<HandedOver> {
  const { userId, tenantId, tenantUrlId, softwareId } = handOver
  const studyUrlId = handOver.studyUrlId ?? ''
  const accessVersion = await knownVersion(trx, handOver)
  const person = await personOf(trx, userId)
  const opened = { tenantId, softwareId, studyUrlId }
  if (!person || !(await isAuthorized(trx, userId, opened)))
    return reject(codes.forbidden, 'portal.refusal.withdrawn')
  await checkLicence({ ...asking, trx }, { tenantId, softwareId })
  const { tenantName, validityTime } = await trx
    .selectFrom('tenant')
    .innerJoin('software', (join) => join.on('software.id', '=', softwareId))
    .select(['tenant.tenantName', 'software.validityTime'])
    .where('tenant.id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const studies = await studiesInProduct(trx, userId, handOver, 'granted')
  return {
    user: { ...person, language: languageOf(person.language) },
    tenant: { tenantId, tenantName, tenantUrlId },
    studyUrlId,
    validityTime,
    accessVersion,
    studies: studies.map(({ access }) => access),
  }
}

/**
 * Returns to a product the user who arrived with a code. The product's first attempt uses up the code even if it is
 * rejected.
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
