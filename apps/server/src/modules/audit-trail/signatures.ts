import type { EventSignature, Translate } from '@atrium/contract'
import { verifySignatures } from '../../platform/audit/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import type { EventRow } from './search.ts'

const unsigned: EventSignature = {
  ...{ state: 'none', printedName: '', userName: '', meaning: '', meaningDesc: '', time: '' },
  ...{ components: '', algorithm: '', hash: '' },
}

/** Returns a function that finds the signature of each of the events, whose binding has been verified. */
export async function signaturesOf(
  trx: Trx,
  { secrets }: Pick<Services, 'secrets'>,
  t: Translate,
  events: readonly EventRow[],
): Promise<(event: Pick<EventRow, 'id'>) => EventSignature> {
  const found = await verifySignatures(trx, secrets.auditKey, events)
  return ({ id }) => {
    const signature = found.get(id)
    if (!signature) return unsigned
    const { state, printedName, userName, meaning, at: time, components, algorithm, hash } = signature
    return {
      ...{ state, printedName, userName, meaning, meaningDesc: t(`signature.meanings.${meaning}`) },
      ...{ time, components, algorithm, hash },
    }
  }
}
