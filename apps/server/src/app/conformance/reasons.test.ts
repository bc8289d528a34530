import {
  accessReviewClose,
  type Call,
  codes,
  globalTenantId,
  type ReasonKind,
  reasonFieldOf,
  reasonKinds,
  type SignatureMeaning,
  signaturePolicySave,
  takesReason,
  trailReviewConclude,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { mutations } from './mutations.ts'
import { snapshot } from './snapshot.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
  await suite.database.owner
    .insertInto('changeReasonPolicy')
    .values({ tenantId: globalTenantId, id: globalTenantId, kinds: [...reasonKinds], reasons: '[]' })
    .execute()
})

afterAll(() => suite.close())

const lastReason = async () => {
  const event = suite.database.owner.selectFrom('auditEvent').select(['call', 'reason'])
  return event.orderBy('sequence', 'desc').executeTakeFirstOrThrow()
}

const asking = mutations.filter(({ call }) => takesReason(call))
const others = mutations.filter(({ call }) => !takesReason(call))
const cases = (some: typeof mutations) => some.map((mutation) => [mutation.call.path, mutation] as const)

/** Meanings of calls that must be signed whatever the policy says. */
const requiredMeanings = new Map<Call, SignatureMeaning>([
  [signaturePolicySave, 'approver'],
  [accessReviewClose, 'reviewer'],
  [trailReviewConclude, 'reviewer'],
])

/** Makes the platform's policy ask for a signature on every kind of change, or on none. */
const askForSignatures = (kinds: readonly ReasonKind[]) => {
  const signed = JSON.stringify(kinds.map((kind) => ({ kind, meaning: 'author' })))
  return suite.database.owner
    .insertInto('signaturePolicy')
    .values({ tenantId: globalTenantId, id: globalTenantId, signed })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doUpdateSet({ signed }))
    .execute()
}

describe('a policy that requires signatures on everything', () => {
  it.each(cases(asking))('keeps %s from changing anything without one', async (_path, { call, prepare }) => {
    const { input, ...sender } = await prepare(suite)
    const field = reasonFieldOf(call)
    await askForSignatures(reasonKinds)
    const before = await snapshot(suite.database)
    const sent = { ...input, ...(field && { [field]: '按申办方要求' }) }
    const unsigned = { ...sender, signature: undefined, reason: '按申办方要求' }
    const result = await send(suite.server, call, sent, unsigned)
    expect(await snapshot(suite.database)).toEqual(before)
    await askForSignatures([])
    expect(result).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'signature' }],
      signatureMeaning: requiredMeanings.get(call) ?? 'author',
    })
  })
})

describe('a policy that requires reasons for everything', () => {
  it.each(cases(asking))('keeps %s from changing anything without one', async (_path, { call, prepare }) => {
    const { input, ...sender } = await prepare(suite)
    const field = reasonFieldOf(call)
    const before = await snapshot(suite.database)
    const without = { ...input, ...(field && { [field]: '' }) }
    expect(await send(suite.server, call, without, { ...sender, reason: '' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: field ?? 'reason' }],
    })
    expect(await snapshot(suite.database)).toEqual(before)
  })

  it.each(cases(asking))('has the reason of %s in the trail', async (path, { call, prepare }) => {
    const { input, ...sender } = await prepare(suite)
    const field = reasonFieldOf(call)
    const given = { ...input, ...(field && { [field]: '按申办方要求' }) }
    const result = await send(suite.server, call, given, { ...sender, reason: '按申办方要求' })
    expect(result).toMatchObject({ code: codes.ok })
    expect(await lastReason()).toEqual({ call: path, reason: '按申办方要求' })
  })

  it.each(cases(others))('does not ask %s for one', async (_path, { call, prepare }) => {
    const { input, ...sender } = await prepare(suite)
    expect(await send(suite.server, call, input, { ...sender, reason: '' })).toMatchObject({ code: codes.ok })
  })
})
