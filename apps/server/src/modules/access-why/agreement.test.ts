import {
  accessWhy,
  allCalls,
  type Call,
  codes,
  type Explanation,
  globalTenantId,
  opensWithoutMenu,
  rootMenuId,
  tenantUserList,
  userInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import type { Caller } from '../../platform/caller/caller.ts'
import { findCaller } from '../../platform/caller/find-caller.ts'
import { findRights, type RightsOfPerson } from '../../platform/caller/rights.ts'
import { asPlatform, inTransaction } from '../../platform/database/index.ts'
import { decide, gateOf } from '../../platform/http/decision.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { addPeople, drawOne, type Generated, random } from './test-kit/people.ts'
import { verdictOf } from './verdict.ts'

jest.setTimeout(300_000)

const lifetime = { administratorHours: 12, otherDays: 30 }

let suite: Suite
let people: Generated[]

/** A person as the server finds them by their session, and as an explanation reads their rights. */
interface Both {
  readonly person: Generated
  readonly caller: Caller | number
  readonly rights: RightsOfPerson
}

let both: Both[]

beforeAll(async () => {
  suite = await startSuite()
  people = await addPeople(suite, 500, 'agreement')
  const { db } = suite.database
  both = []
  for (const person of people) {
    const caller = await findCaller(db, person.token, lifetime)
    const rights = await inTransaction(db, asPlatform, (trx) => findRights(trx, person.userId))
    both.push({ person, caller, rights })
  }
})

afterAll(() => suite.close())

/** Whether the server lets a caller make a call, in a tenant if the call needs menus. */
function isServed(call: Call, caller: Caller | number, tenantId: string): boolean {
  const gate = gateOf(call)
  if (gate !== 'session') return gate === 'everybody'
  if (typeof caller === 'number') return false
  const decision = decide(call, caller)
  if (!decision.isAllowed || tenantId === '' || call.access.kind === 'session') return decision.isAllowed
  return decision.as.role === 'atrium_platform' || decision.as.tenants.includes(tenantId)
}

type Verdict = (call: Call, rights: RightsOfPerson, tenantId: string) => boolean

const explained: Verdict = (call, rights, tenantId) => verdictOf(call, rights, tenantId).isAllowed

/** Returns how often a verdict differs from the server's, and how many calls were compared and allowed. */
function compare(verdict: Verdict) {
  const counts = { compared: 0, allowed: 0, different: 0 }
  for (const { person, caller, rights } of both)
    for (const call of allCalls)
      for (const tenantId of ['', globalTenantId, ...person.tenantIds]) {
        if (call.access.kind === 'session' && tenantId !== '') continue
        const served = isServed(call, caller, tenantId)
        counts.compared += 1
        counts.allowed += Number(served)
        counts.different += Number(verdict(call, rights, tenantId) !== served)
      }
  return counts
}

/** Asks the server for an explanation. */
async function ask(userId: string, target: string, tenantId: string): Promise<Explanation> {
  const { data, code } = await send(suite.server, accessWhy, { userId, target, tenantId }, suite.admin)
  if (!data) throw new Error(`${target} was answered with ${code}`)
  return data
}

/** Expects that the steps say what the verdict says: all are met, or exactly the last one rejects. */
function expectWhole({ verdict, steps }: Explanation): void {
  const met = steps.map(({ isMet }) => isMet)
  const last = verdict === 'allowed'
  expect({ verdict, met }).toEqual({ verdict, met: [...met.slice(0, -1).map(() => true), last] })
}

/** Works on several items at a time, to test faster. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let index = 0; index < items.length; index += 6)
    await Promise.all(items.slice(index, index + 6).map(work))
}

const rejects: readonly number[] = [codes.forbidden, codes.noSession, codes.sessionEnded]

describe('an explanation', () => {
  it('has the verdict of the server for all calls and 500 people of all kinds', () => {
    const { compared, allowed, different } = compare(explained)
    expect(different).toBe(0)
    expect(compared).toBeGreaterThan(250_000)
    expect(allowed / compared).toBeGreaterThan(0.1)
    expect(allowed / compared).toBeLessThan(0.6)
  })

  it.each<[string, Verdict]>([
    [
      'ignores that an account is locked',
      (call, rights, tenantId) => explained(call, { ...rights, canSignIn: true }, tenantId),
    ],
    ['ignores the tenant', (call, rights) => explained(call, rights, '')],
    [
      'ignores system roles',
      (call, rights, tenantId) =>
        explained(call, { ...rights, superAdmin: false, menus: new Set() }, tenantId),
    ],
    [
      'ignores memberships',
      (call, rights, tenantId) => explained(call, { ...rights, memberships: [] }, tenantId),
    ],
  ])('would differ from the server if it %s', (_fault, verdict) => {
    expect(compare(verdict).different).toBeGreaterThan(100)
  })

  it('agrees with the server’s response to each call', async () => {
    const draw = random('calls')
    // A browser follows a redirect to a page; everybody may make that call.
    const calls = allCalls.filter(({ form }) => form !== 'redirect')
    await inParallel(calls, async (call) => {
      const { userId, token, tenantIds } = drawOne(draw, people)
      const explanation = await ask(
        userId,
        `call:${call.path}`,
        drawOne(draw, [globalTenantId, ...tenantIds]),
      )
      const { code } = await send(suite.server, call, {}, { token })
      // A call that is served in another tenant is rejected in this one.
      if (rejects.includes(code))
        expect({ path: call.path, ...explanation }).toMatchObject({ verdict: 'rejected' })
      if (explanation.verdict === 'allowed') expect(rejects).not.toContain(code)
      expectWhole(explanation)
    })
  })

  it('agrees with the server about each tenant', async () => {
    await inParallel(people.slice(0, 40), async ({ userId, token, tenantIds: [tenantId] }) => {
      if (tenantId === undefined) return
      const explanation = await ask(userId, `call:${tenantUserList.path}`, tenantId)
      const { code } = await send(suite.server, tenantUserList, { tenantId, limit: 1, page: 1 }, { token })
      expect([codes.ok, codes.notFound, ...rejects]).toContain(code)
      expect(explanation.verdict).toBe(code === codes.ok ? 'allowed' : 'rejected')
      expectWhole(explanation)
    })
  })

  it('says that a screen opens if the person’s menu has it', async () => {
    const draw = random('screens')
    const menus = await suite.database.owner
      .selectFrom('menu')
      .select(['code', 'url'])
      .where('parentId', '<>', rootMenuId)
      .execute()
    await inParallel(people.slice(100, 140), async ({ userId, token, tenantIds }) => {
      const { code, url } = drawOne(draw, menus)
      const explanations = await Promise.all(
        [globalTenantId, ...tenantIds].map((tenantId) => ask(userId, `screen:${code}`, tenantId)),
      )
      const { data } = await send(suite.server, userInfo, {}, { token })
      const urls = data?.menuList.flatMap(({ list }) => list.map((entry) => entry.url)) ?? []
      const opens = explanations.some(({ verdict }) => verdict === 'allowed')
      expect({ code, opens }).toEqual({ code, opens: urls.includes(url) || opensWithoutMenu(String(code)) })
      explanations.forEach(expectWhole)
    })
  })
})
