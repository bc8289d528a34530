import { codes, type EventSignature, trailReviewConclude, trailReviewInfo } from '@atrium/contract'
import { sealOf } from '../../platform/audit/index.ts'
import { inTenants } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import { daysIn } from '../access/index.ts'
import { countAreas, reviewedBy, signaturesOf, unsigned } from '../audit-trail/index.ts'
import { masked } from '../pseudonyms/index.ts'
import { isBlindedAnywhere } from '../studies/blinding/index.ts'
import { type Look, partsOf } from './parts.ts'
import { presentFinding, presentReviews, type Reading, shown, storedNamesIn, withColumns } from './present.ts'
import { isIntact } from './record.ts'
import type { Review } from './save.ts'

/** Reads a review of the caller's tenants. @throws Rejection 404 if there is none */
export async function readReview({ trx, as }: Pick<Reading, 'trx' | 'as'>, id: string): Promise<Review> {
  const found = await trx
    .selectFrom('trailReview')
    .selectAll()
    .where('id', '=', id)
    .where(inTenants(as, 'trailReview.tenantId'))
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** Reads and verifies the signature of a concluded review. */
async function signatureOf({ trx, services, t }: Reading, review: Review): Promise<EventSignature> {
  const event = await trx
    .selectFrom('auditEvent')
    .selectAll()
    .where('tenantId', '=', review.tenantId)
    .where('entity', '=', 'trail_review')
    .where('entityId', '=', review.id)
    .where('call', '=', trailReviewConclude.path)
    .executeTakeFirst()
  if (!event) return unsigned
  const found = (await signaturesOf(trx, services, t, [event]))(event)
  return found.state === 'intact' && !isIntact(review) ? { ...found, state: 'broken' } : found
}

/** Numbers depend on all events of the trail, also on those that a blinded reader may not see. */
const presentLook = (look: Look, isBlinded: boolean) => ({
  ...{ userName: look.userName, fullName: look.fullName, time: shown(look.createdAt) },
  ...{ events: look.events, own: look.own },
  firstSequence: isBlinded ? 0 : (look.firstSequence ?? 0),
  lastSequence: isBlinded ? 0 : (look.lastSequence ?? 0),
})

/** Reads a review with its parts, as a reader may see it, except for the seal. */
export async function readDetails(reading: Reading, id: string, isBlinded: boolean) {
  const { trx, caller, services } = reading
  const stored = await readReview(reading, id)
  const { tenantId, areas } = stored
  const [row] = await presentReviews(
    await withColumns(
      trx.selectFrom('trailReview').where('tenantId', '=', tenantId).where('trailReview.id', '=', id),
      reading,
    ).execute(),
    reading,
  )
  if (!row) reject(codes.notFound)
  const parts = await partsOf(trx, stored, caller)
  const [storedLooks, findings] = [await masked(trx, parts.looks), await masked(trx, parts.findings)]
  const nameOf = await storedNamesIn(
    trx,
    [
      ...storedLooks.map(({ userId }) => userId),
      ...findings.flatMap(({ foundBy, closedBy }) => [foundBy, closedBy]),
    ],
    reading.language,
  )
  const looks = storedLooks.map((look) => ({ ...look, fullName: nameOf(look.userId, look.fullName) }))
  const covered = reviewedBy(stored)
  // Counted again for this reader: counts by others may include events that must stay hidden here.
  const counts = covered && stored.state === 'open' ? await countAreas(reading, covered, areas) : []
  const signature = stored.state === 'concluded' ? await signatureOf(reading, stored) : unsigned
  const today = daysIn(services.profile.timeZone).today()
  return {
    stored,
    looks,
    details: {
      ...row,
      reviewedAreas: areas.map((area, index) => ({
        ...{ area, events: counts[index]?.events ?? 0, own: counts[index]?.own ?? 0 },
        looks: looks
          .filter((look) => look.area === area)
          .map((look) => presentLook(look, isBlinded))
          .toReversed(),
      })),
      findings: findings.map((finding) => presentFinding(finding, { today, nameOf })),
      conclusion: isBlinded && !isOwn(stored, caller.userId) ? '' : stored.conclusion,
      signature: { ...signature, ...(isBlinded && { hash: '' }) },
      recordSha256: isBlinded ? '' : stored.recordSha256,
      isBlinded,
    },
  }
}

const isOwn = ({ concludedBy }: Pick<Review, 'concludedBy'>, userId: string): boolean =>
  concludedBy === userId

const noSeal = { state: 'waiting', number: 0, time: '', hash: '' } as const

/** GET /trailReview/info. */
export const infoRoute = handleOwn(
  trailReviewInfo,
  async ({ input, as, caller, language, t, services, asCaller }) => {
    const { db, secrets } = services
    const isBlinded = await isBlindedAnywhere(db, caller)
    const read = (trx: Trx) => readDetails({ trx, as, caller, language, t, services }, input.id, isBlinded)
    const { stored, details } = await asCaller(read)
    const seal = stored.toBatch === null ? noSeal : await sealOf(db, secrets.auditKey, stored.toBatch)
    return { ...details, seal: isBlinded ? { ...noSeal, state: seal.state } : seal }
  },
)
