import type { IncomingHttpHeaders } from 'node:http'
import {
  type Call,
  codes,
  globalTenantId,
  type SignatureMeaning,
  type SignedKind,
  signatureAccountHeader,
  signatureFields,
  signatureMeaningHeader,
  signatureMeaningOf,
  signatureMeanings,
  signaturePasswordHeader,
  type TextKey,
  takesReason,
} from '@atrium/contract'
import type { ProvenSigner } from '../audit/index.ts'
import type { Trx } from '../database/transaction.ts'
import { fieldIssue, Rejection } from './rejection.ts'
import type { Execution, SentSignature } from './work.ts'

/** Rejects the call because of a field of its signature. */
export function rejectSignature(
  field: keyof typeof signatureFields,
  key: TextKey,
  params: Record<string, unknown> = {},
  signatureMeaning?: SignatureMeaning,
): never {
  const issues = [fieldIssue(signatureFields[field], key, params)]
  throw new Rejection(codes.invalid, { issues, ...(signatureMeaning && { signatureMeaning }) })
}

/** Returns the signature that the headers of a request contain; undefined without one. */
export function signatureIn(headers: IncomingHttpHeaders): SentSignature | undefined {
  const password = String(headers[signaturePasswordHeader] ?? '')
  if (password === '') return undefined
  const meaning = signatureMeanings.find((each) => each === headers[signatureMeaningHeader])
  try {
    const account = decodeURIComponent(String(headers[signatureAccountHeader] ?? ''))
    return { account, password, meaning }
  } catch {
    return rejectSignature('account', 'signature.rule.accountWrong')
  }
}

/** Returns whether the call can be signed: every change but sign-in and what only concerns the caller. */
export const canBeSigned = (call: Call): boolean => call.effect === 'write' && takesReason(call)

/**
 * Returns what must be signed in a tenant: by its own policy, or by the platform's.
 * @param tenantId a tenant that the caller reaches, or the platform's id
 */
export async function signedKindsOf(trx: Trx, tenantId: string): Promise<readonly SignedKind[]> {
  const rows = await trx
    .selectFrom('signaturePolicy')
    .select(['tenantId', 'follows', 'signed'])
    .where('tenantId', 'in', [tenantId, globalTenantId])
    .execute()
  const own = rows.find((row) => row.tenantId === tenantId && !row.follows)
  const found = own ?? rows.find((row) => row.tenantId === globalTenantId)
  return (found?.signed ?? []) as SignedKind[]
}

/**
 * Returns who signs a change and with which meaning; undefined if it is not signed. The policy is that of the tenant
 * whose row has changed, which is known only now. The caller's transaction has not been committed yet.
 * @param tenantId tenant of the event
 * @param required meaning with which the change must be signed whatever the policy says
 * @throws Rejection 422 on `signature` or its meaning
 */
export async function signatureOfChange(
  trx: Trx,
  call: Call,
  { signature, t }: Pick<Execution, 'signature' | 't'>,
  tenantId: string,
  required?: SignatureMeaning,
): Promise<{ readonly signer: ProvenSigner; readonly meaning: SignatureMeaning } | undefined> {
  if (!canBeSigned(call)) {
    if (required) throw new Error(`${call.path} cannot be signed: kinds.ts says never`)
    return undefined
  }
  const asked = required ?? signatureMeaningOf(call, await signedKindsOf(trx, tenantId))
  const words = asked && { meaning: t(`signature.meanings.${asked}`) }
  if (!signature) {
    if (asked) rejectSignature('signature', 'signature.rule.required', words, asked)
    return undefined
  }
  const { signer, meaning } = signature
  if (asked && meaning !== asked) rejectSignature('meaning', 'signature.rule.meaning', words, asked)
  // A signature that was not asked for is kept as well: its signer meant it.
  return meaning && { signer, meaning }
}
