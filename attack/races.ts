import { randomBytes } from 'node:crypto'
import { categories, codes, dictionaryDelete, dictionarySave, signIn } from '@atrium/contract'
import type { Account, Outcome, Result, Target } from './target.ts'

const atOnce = 10

/**
 * Makes the same attempt several times in parallel.
 * @returns the successful results
 */
async function race(attempt: () => Promise<Result>): Promise<Result[]> {
  const responses = await Promise.all(Array.from({ length: atOnce }, attempt))
  return responses.filter(({ envelope }) => envelope?.code === codes.ok)
}

/** Makes calls in parallel of which only one may succeed. */
export async function runRaces(target: Target, outcome: Outcome, administrator: Account): Promise<void> {
  const { name, password } = administrator
  const sent = await target.encrypt(outcome, { password, purpose: 'sign-in', name })
  const entered = await race(() => target.call(outcome, signIn, { userName: name, password: sent }))
  if (entered.length !== 1)
    outcome.findings.push(
      `one encrypted password, sent ${atOnce} times in parallel, signed in ${entered.length} times`,
    )

  const token = await target.signIn(outcome, administrator)
  const dicCode = `attack${randomBytes(6).toString('hex')}`
  const entry = { tenantId: '0', categoryId: categories.position, dicName: dicCode, dicCode, sort: 1 }
  const saved = await race(() => target.call(outcome, dictionarySave, entry, token))
  if (saved.length !== 1)
    outcome.findings.push(
      `one code, sent for ${atOnce} entries in parallel, was accepted ${saved.length} times`,
    )
  for (const { envelope } of saved)
    await target.call(outcome, dictionaryDelete, { id: envelope?.data as string }, token)
}
