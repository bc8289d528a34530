import { createHash, createPublicKey, verify } from 'node:crypto'
import * as z from 'zod/mini'
import { RemoteName, RoutePrefix } from './manifest.ts'

/** File name of a manifest's signature, beside the manifest. */
export const signatureName = 'release.json.sig'

/** Ed25519 signature (RFC 8032) of a manifest's bytes, in base64. */
export const ReleaseSignature = z.object({
  /** Id of the signing key. */
  key: z.string().check(z.regex(/^[!-~]{1,64}$/)),
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
})
export type ReleaseSignature = z.output<typeof ReleaseSignature>

const publicKeyOf = (key: string) =>
  createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })

const isPublicKey = (key: string): boolean => {
  try {
    return publicKeyOf(key).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/** Keys that the operator trusts, by the remote whose releases they may sign. */
export const TrustedKeys = z.record(
  RemoteName,
  z.strictObject({
    /** Ed25519 public keys by id: SubjectPublicKeyInfo (RFC 8410), in base64. */
    keys: z.record(
      ReleaseSignature.shape.key,
      z.string().check(z.refine(isPublicKey, 'is not an Ed25519 public key (SubjectPublicKeyInfo, base64)')),
    ),
    /** Whether a release becomes active as soon as it is accepted. If not, an operator activates it. */
    activate: z.optional(z.boolean()),
    /** Further path prefixes that its releases may claim, but never those of another remote. */
    routes: z.optional(z.array(RoutePrefix)),
  }),
)
export type TrustedKeys = z.output<typeof TrustedKeys>

/**
 * Verifies a signature.
 * @param key SubjectPublicKeyInfo, in base64
 * @param signature signature in base64
 */
export const isSignedBy = (key: string, content: Buffer | string, signature: string): boolean =>
  verify(null, Buffer.from(content), publicKeyOf(key), Buffer.from(signature, 'base64'))

/**
 * Returns the id of a key: the first 16 hex digits of its SHA-256 hash.
 * @param key SubjectPublicKeyInfo, in base64
 */
export const idOfKey = (key: string): string =>
  createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 16)
