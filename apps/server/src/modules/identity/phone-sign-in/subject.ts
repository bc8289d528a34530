import type { Proof } from '../codes/index.ts'

/** What a sign-in code proves. */
export const proofOf = (phoneKey: string): Proof => ({ purpose: 'sign-in', subject: phoneKey })

/** Under which name the failures of a number count, beside those of user names, which never look like this. */
export const failuresOf = (phoneKey: string): string => `@phone ${phoneKey}`
