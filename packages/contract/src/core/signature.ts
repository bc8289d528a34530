/**
 * Headers with an electronic signature: the signer's user name (percent-encoded UTF-8), which only the first signature
 * of a session needs; the password, encrypted as at sign-in for the purpose `signature`; and the meaning.
 */
export const signatureAccountHeader = 'signature-account'
export const signaturePasswordHeader = 'signature-password'
export const signatureMeaningHeader = 'signature-meaning'

/** What a signature means (21 CFR 11.50(a)(3)). */
export const signatureMeanings = ['author', 'reviewer', 'approver'] as const
export type SignatureMeaning = (typeof signatureMeanings)[number]

/**
 * Fields of the errors of a signature, which the response names with code 422. `signature`: the call needs one, or the
 * user cannot sign.
 */
export const signatureFields = {
  signature: 'signature',
  account: 'signature.account',
  password: 'signature.password',
  meaning: 'signature.meaning',
} as const
