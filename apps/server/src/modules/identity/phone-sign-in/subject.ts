import type { Client } from '../../../http/work.ts'
import type { Proof } from '../codes/index.ts'
import { addressGroup, type Pair } from '../failures/index.ts'

/** What a sign-in code proves. */
export const proofOf = (phoneKey: string): Proof => ({ purpose: 'sign-in', subject: phoneKey })

/** Whose failures count: those of the number, beside those of user names, which never look like this. */
export const pairOf = (phoneKey: string, { address }: Client): Pair => ({
  nameKey: `@phone ${phoneKey}`,
  group: addressGroup(address),
})
