import type { Proof } from '../../identity/codes/index.ts'

/** What a code for a forgotten password proves. */
export const proofOf = (nameKey: string): Proof => ({ purpose: 'reset', subject: nameKey })
