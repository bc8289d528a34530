import * as z from 'zod/mini'
import { reasonKinds, signingKindsOf } from '../change-reason/kinds.ts'
import type { Call } from '../core/call.ts'
import { reference, versionOrNone } from '../core/fields.ts'
import { type SignatureMeaning, signatureMeanings } from '../core/signature.ts'
import { textKey } from '../core/texts.ts'

/** A kind of changes that must be signed, and with which meaning. */
const SignedKind = z.object({
  kind: z.enum(reasonKinds, textKey('rule.choice')),
  meaning: z.enum(signatureMeanings, textKey('rule.choice')),
})
export type SignedKind = z.output<typeof SignedKind>

const kindsDiffer = z.refine<readonly SignedKind[]>(
  (signed) => new Set(signed.map(({ kind }) => kind)).size === signed.length,
  textKey('signature.rule.kinds'),
)

export const SignaturePolicyInput = z.object({
  /** `globalTenantId` for the platform’s own policy, which holds in every tenant that follows it. */
  tenantId: reference,
  /** Whether the platform’s policy holds in the tenant. Its own stays stored. */
  follows: z._default(z.boolean(textKey('rule.choice')), false),
  signed: z
    .array(SignedKind, textKey('rule.choose'))
    .check(z.maxLength(reasonKinds.length, textKey('rule.tooMany')), kindsDiffer),
  rowVersion: versionOrNone,
})

/** Policy of the platform or of a tenant. The id is the tenant's; without a saved policy the version is 0. */
export const SignaturePolicy = z.object({
  id: z.string(),
  tenantId: z.string(),
  follows: z.boolean(),
  signed: z.array(z.object({ kind: z.string(), meaning: z.string() })),
  rowVersion: z.number(),
})
export type SignaturePolicy = z.output<typeof SignaturePolicy>

/** Policy with the kinds that the platform signs, which hold in tenants that follow it. */
export const ShownSignaturePolicy = z.extend(SignaturePolicy, {
  platformSigned: SignaturePolicy.shape.signed,
})
export type ShownSignaturePolicy = z.output<typeof ShownSignaturePolicy>

/** Whether a user can sign; `expired`: the password must be changed first; `external`: it is not Atrium's. */
export const signatoryStates = ['ready', 'expired', 'noPassword', 'external'] as const

/** What the caller's next signature needs. */
export const Signatory = z.object({
  userName: z.string(),
  /** Name as it is printed with the signature. */
  printedName: z.string(),
  state: z.enum(signatoryStates),
  /** Why the user cannot sign, in the caller's language; '' if they can. */
  problem: z.string(),
  /** Whether the session has signed before, so that the password alone is enough. */
  hasSigned: z.boolean(),
})
export type Signatory = z.output<typeof Signatory>

/**
 * Returns the meaning with which a call must be signed; undefined if it needs no signature. A call of several kinds is
 * signed as the first one that the policy names.
 * @param signed kinds that must be signed in the tenant of the changed row
 */
export function signatureMeaningOf(
  call: Pick<Call, 'path'>,
  signed: readonly { readonly kind: string; readonly meaning: string }[],
): SignatureMeaning | undefined {
  const found = signingKindsOf(call).map((kind) => signed.find((each) => each.kind === kind))
  const meaning = found.find((each) => each !== undefined)?.meaning
  return signatureMeanings.find((each) => each === meaning)
}
