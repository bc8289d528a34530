import { auditEvent, codes } from '@atrium/contract'
import { sealOf } from '../../platform/audit/index.ts'
import { inTenants } from '../../platform/crud/index.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handleOwn } from '../../platform/http/route.ts'
import { deviceOf } from '../identity/sessions/index.ts'
import { maskedEvents } from '../pseudonyms/index.ts'
import { isBlindedAnywhere, isEventShownTo } from '../studies/blinding/index.ts'
import { signaturesOf } from './signatures.ts'
import { describeRows, itemsOfAll } from './words/index.ts'

/** Facts of a seal that blinded callers do not see. */
const unshownSeal = { number: 0, time: '', hash: '' }

/** GET /audit/event. */
export const auditEventRoute = handleOwn(
  auditEvent,
  async ({ input, as, caller, language, t, services, asCaller }) => {
    const { timeZone: days } = services.profile
    const zones = { instants: input.timeZone || days, days }
    const { batch, ...details } = await asCaller(async (trx) => {
      const sealed = await trx
        .selectFrom('auditEvent')
        .selectAll()
        .where('id', '=', input.id)
        .where(inTenants(as, 'auditEvent.tenantId'))
        .where(isEventShownTo(caller))
        .executeTakeFirst()
      if (!sealed) reject(codes.notFound)
      const [event = sealed] = await maskedEvents(trx, [sealed])
      const [row] = await describeRows(trx, [event], language)
      if (!row) reject(codes.notFound)
      const signatureOf = await signaturesOf(trx, services, t, [sealed])
      const [items = []] = await itemsOfAll(trx, [event], language, zones)
      return {
        ...row,
        address: event.address,
        device: deviceOf(event.userAgent),
        userAgent: event.userAgent,
        requestId: event.requestId,
        items,
        signature: signatureOf(event),
        batch: event.batch,
      }
    })
    const seal = await sealOf(services.db, services.secrets.auditKey, batch)
    // Number, time and hash of a seal depend on all events, also on those that the caller may not see.
    const isBlinded = await isBlindedAnywhere(services.db, caller)
    return { ...details, seal: isBlinded ? { ...seal, ...unshownSeal } : seal }
  },
)
