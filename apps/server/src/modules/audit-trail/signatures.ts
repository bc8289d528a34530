import type { EventSignature, Translate } from '@atrium/contract'
import {
  type SignatureState,
  type EventSignature as Signed,
  verifySignatures,
} from '../../platform/audit/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { masked } from '../pseudonyms/index.ts'
import type { EventRow } from './search.ts'

/** What is shown of a record without a signature. */
export const unsigned: EventSignature = {
  ...{ state: 'none', printedName: '', userName: '', meaning: '', meaningDesc: '', time: '' },
  ...{ components: '', algorithm: '', hash: '' },
}

/** A signature whose binding has been verified. */
type Verified = Signed & { readonly state: SignatureState }

/**
 * Returns signatures whose signers' accounts are shown by their pseudonyms. The printed name is a part of the signature,
 * wherever it is shown (21 CFR 11.50(b)).
 */
async function withShownAccounts<Id>(
  trx: Trx,
  signatures: ReadonlyMap<Id, Verified>,
): Promise<ReadonlyMap<Id, Verified>> {
  const accounts = await masked(
    trx,
    [...signatures.values()].map(({ userId, userName }) => ({ userId, userName })),
  )
  return new Map([...signatures].map(([id, signature], index) => [id, { ...signature, ...accounts[index] }]))
}

/** Returns a signature as the contract has it. */
export const presentSignature = (t: Translate, signature: Verified): EventSignature => {
  const { state, printedName, userName, meaning, at: time, components, algorithm, hash } = signature
  return {
    ...{ state, printedName, userName, meaning, meaningDesc: t(`signature.meanings.${meaning}`) },
    ...{ time, components, algorithm, hash },
  }
}

/** Returns a function that finds the signature of each of the events, whose binding has been verified. */
export async function signaturesOf(
  trx: Trx,
  { secrets }: Pick<Services, 'secrets'>,
  t: Translate,
  events: readonly EventRow[],
): Promise<(event: Pick<EventRow, 'id'>) => EventSignature> {
  const found = await withShownAccounts(trx, await verifySignatures(trx, secrets.auditKey, events))
  return ({ id }) => {
    const signature = found.get(id)
    return signature ? presentSignature(t, signature) : unsigned
  }
}
