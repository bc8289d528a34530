import {
  accessReviewSave,
  allCalls,
  type Call,
  categories,
  codes,
  dictionaryDelete,
  dictionarySave,
  dutyDelete,
  dutySave,
  globalHolidays,
  globalTenantId,
  holidaySave,
  isForTenants,
  type MenuCode,
  reasonPolicySave,
  roleTypes,
  signaturePolicySave,
  trailReviewSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addUser, send, signInAs } from '../../modules/identity/sign-in/test-kit/index.ts'
import { teamKeys } from '../../modules/releases/test-kit/index.ts'
import {
  linkedProduct,
  type Signer,
  type Suite,
  signedIn,
  signedInMember,
  startSuite,
  team,
} from '../test-kit/index.ts'
import { accessReview } from './access-review-mutations.ts'
import { policy } from './change-reason-mutations.ts'
import { duty } from './duty-mutations.ts'
import { mutations } from './mutations.ts'
import { saved, uniqueText } from './prepared.ts'
import { releaseReads } from './release-mutations.ts'
import { trailReview } from './trail-review-mutations.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const closedCalls = allCalls.filter(({ access }) => access.kind !== 'public')
const menuCalls = allCalls.flatMap((call) =>
  // Only platform administrators may make these calls, so no menu is enough for them.
  call.access.kind === 'menus' ? [{ call, menus: call.access.superAdmin ? [] : call.access.menus }] : [],
)
const cases = menuCalls.map(({ call, menus }) => [call.path, call, menus] as const)

/**
 * Calls about the caller's own account, or any account for platform administrators, with the request field that names
 * it.
 */
const aboutSomebody = allCalls.flatMap((call) =>
  call.access.kind === 'session' && call.access.about ? [[call.path, call, call.access.about] as const] : [],
)

const onGlobalRows = allCalls
  .filter(({ access }) => access.kind === 'menus' && access.globalRows)
  .map((call) => [call.path, call] as const)

const entry = () => ({
  tenantId: globalTenantId,
  categoryId: categories.position,
  sort: 1,
  dicName: '岗位',
  dicCode: uniqueText('GLOBAL'),
})

/** Valid input about a global row, for each call in `onGlobalRows`. */
const globalInputs = new Map<Call, () => Promise<object>>([
  [dictionarySave, async () => entry()],
  [dictionaryDelete, async () => (await saved(suite, dictionarySave, entry(), suite.admin.token)).input],
  [dutySave, async () => duty(globalTenantId)],
  [dutyDelete, async () => (await saved(suite, dutySave, duty(globalTenantId), suite.admin.token)).input],
  [holidaySave, async () => ({ tenantId: globalHolidays, lawHolidays: '', extraWorkdays: '' })],
  [reasonPolicySave, async () => policy(globalTenantId)],
  [trailReviewSave, async () => trailReview(globalTenantId)],
  [signaturePolicySave, async () => ({ tenantId: globalTenantId, signed: [] })],
  [accessReviewSave, async () => accessReview(globalTenantId)],
])

/** Every menu that gives access to a call. */
const named = [...new Set(allCalls.flatMap(({ access }) => ('menus' in access ? (access.menus ?? []) : [])))]

const signedCalls = allCalls
  .filter(({ access }) => access.kind === 'product' || access.kind === 'team')
  .map((call) => [call.path, call] as const)

/** Signatures that the server must reject. */
const forgeries = (signer: Signer, other: Signer): [string, Signer][] => {
  const now = Math.floor(Date.now() / 1000)
  const signing = (sign: Signer['sign']): Signer => ({ ...signer, sign })
  return [
    ['an old one', signing((call) => signer.sign({ ...call, timestamp: now - 400 }))],
    ['one of the future', signing((call) => signer.sign({ ...call, timestamp: now + 400 }))],
    ['another’s', signing((call) => ({ ...other.sign(call), 'atrium-key': signer.appCode }))],
    ['one of nobody’s', signing((call) => signer.sign({ ...call, appCode: 'NOBODY' }))],
    ['one over another path', signing((call) => signer.sign({ ...call, path: `${call.path}?a=1` }))],
    ['one over another method', signing((call) => signer.sign({ ...call, method: 'PUT' }))],
    ['one over another body', signing((call) => signer.sign({ ...call, body: 'other' }))],
  ]
}

type Level = 'platform' | 'tenant'

/** Session tokens of users who have only certain menus, on the platform or in a tenant, by level and menus. */
const holders = new Map<string, Promise<string>>()

const makeHolder = async (on: Level, menus: readonly MenuCode[]): Promise<string> => {
  const { owner } = suite.database
  const roleId = `${on} ${holders.size}`
  const roleType = on === 'platform' ? roleTypes.system : roleTypes.tenant
  await owner.insertInto('role').values({ id: roleId, name: roleId, roleType }).execute()
  const rows = menus.map((menuId) => ({ roleId, menuId }))
  if (rows.length > 0) await owner.insertInto('roleMenu').values(rows).execute()
  const person = on === 'platform' ? signedIn(suite.database, roleId) : signedInMember(suite.database, roleId)
  return (await person).token
}

const holderOf = (on: Level, menus: readonly MenuCode[]): Promise<string> => {
  const key = `${on} ${menus}`
  const holder = holders.get(key) ?? makeHolder(on, menus)
  holders.set(key, holder)
  return holder
}

beforeAll(async () => {
  // A call may require a menu whose screen does not exist yet, so every menu is added here.
  const rows = named.map((code) => ({ id: code, code, name: code, seq: 1 }))
  await suite.database.owner
    .insertInto('menu')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

describe('access', () => {
  it.each(closedCalls.map((call) => [call.path, call] as const))(
    '%s needs a session',
    async (_path, call) => {
      expect(await send(suite.server, call, {})).toMatchObject({
        code: codes.noSession,
        success: false,
        data: null,
      })
      const forged = await send(suite.server, call, {}, { token: 'x'.repeat(43) })
      expect(forged).toMatchObject({ code: codes.noSession, isOk: false })
    },
  )

  it.each(signedCalls)('%s accepts only its own fresh signature, and only once', async (_path, call) => {
    const mutation = [...mutations, ...releaseReads].find((known) => known.call === call)
    if (!mutation) throw new Error('there is no way to make it succeed')
    const { input, ...sender } = await mutation.prepare(suite)
    const { signer } = sender
    if (!signer) throw new Error('nobody signs it')
    const other =
      call.access.kind === 'team'
        ? team('team-2', teamKeys.other.privateKey)
        : await linkedProduct(suite.database, 'RTSM')
    const sent = async (as: object) => (await send(suite.server, call, input, { ...sender, ...as })).code
    expect(await sent({ signer: undefined })).toBe(codes.noSession)
    expect(await sent({ signer: undefined, token: suite.admin.token })).toBe(codes.noSession)
    for (const [name, forged] of forgeries(signer, other))
      expect({ name, code: await sent({ signer: forged }) }).toEqual({ name, code: codes.noSession })
    let headers: Record<string, string> | undefined
    const recorded: Signer = { ...signer, sign: (wanted) => (headers ??= signer.sign(wanted)) }
    expect(await sent({ signer: recorded })).toBe(codes.ok)
    expect(await sent({ signer: recorded })).toBe(codes.noSession)
  })

  it.each(cases)('%s needs a role with one of its menus', async (_path, call) => {
    for (const { token } of [suite.guest, suite.ordinary])
      expect(await send(suite.server, call, {}, { token })).toMatchObject({
        code: codes.forbidden,
        data: null,
      })
  })

  it.each(cases)(
    '%s accepts only its menus, and platform menus only in a system role',
    async (_path, call, menus) => {
      for (const on of ['platform', 'tenant'] as const) {
        const letIn = menus.filter((menu) => on === 'platform' || isForTenants(menu))
        // If a user who has all the other menus is rejected, none of these menus gives access on its own.
        const others = named.filter((menu) => !letIn.includes(menu))
        for (const held of [...letIn.map((menu) => [menu]), others]) {
          const { code } = await send(suite.server, call, {}, { token: await holderOf(on, held) })
          const mayCall = held !== others
          expect({ held, on, allowed: code !== codes.forbidden }).toEqual({ held, on, allowed: mayCall })
        }
      }
    },
  )

  it.each(cases)('%s accepts the platform administrator', async (_path, call) => {
    const result = await send(suite.server, call, {}, suite.admin)
    expect([codes.ok, codes.invalid]).toContain(result.code)
  })

  it.each(aboutSomebody)(
    '%s is limited to the caller’s own account, except for the platform administrator',
    async (_path, call, field) => {
      const someone = await addUser(suite.database)
      const token = await signInAs(suite.server, someone.userName)
      const { id: other } = await addUser(suite.database)
      const mutation = mutations.find((known) => known.call === call)
      const codeOf = async (id: string, as: { token: string }) => {
        const input = await mutation?.about?.(suite, someone.userName, someone.userName)
        return (await send(suite.server, call, { ...input, [field]: id }, as)).code
      }
      expect(await codeOf(other, { token })).toBe(codes.notFound)
      for (const own of ['', someone.id]) expect(await codeOf(own, { token })).not.toBe(codes.notFound)
      expect(await codeOf(other, suite.admin)).not.toBe(codes.notFound)
    },
  )

  it.each(onGlobalRows)('%s changes global rows only for the platform administrator', async (_path, call) => {
    const input = await globalInputs.get(call)?.()
    expect(await send(suite.server, call, input, suite.here)).toMatchObject({
      code: codes.forbidden,
      message: '公共条目由平台统一维护，不能在此修改',
    })
    expect(await send(suite.server, call, input, suite.admin)).toMatchObject({ code: codes.ok })
  })

  it('reads the session from the header only, never from a cookie', async () => {
    const cookie = `usercache=${encodeURIComponent(JSON.stringify({ sessionKey: suite.admin.token }))}`
    const response = await fetch(`${suite.server.api}/sys/user/info`, { headers: { cookie } })
    expect(await response.json()).toMatchObject({ code: codes.noSession })
  })
})
