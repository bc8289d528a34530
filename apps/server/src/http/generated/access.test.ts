import { allCalls, codes, isForTenants, type MenuCode, roleTypes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/test-kit/index.ts'
import { member, type Suite, signedIn, startSuite } from '../test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const closedCalls = allCalls.filter(({ access }) => access.kind !== 'public')
const menuCalls = allCalls.flatMap((call) =>
  call.access.kind === 'menus' ? [{ call, menus: call.access.menus }] : [],
)
const cases = menuCalls.map(({ call, menus }) => [call.path, call, menus] as const)

/** Every menu by which a call lets somebody in. */
const named = [...new Set(allCalls.flatMap(({ access }) => ('menus' in access ? (access.menus ?? []) : [])))]

/** Who holds which single menu, on the platform or in a tenant, and nothing else. */
const holders: { menu: MenuCode; on: 'platform' | 'tenant'; token: string }[] = []

beforeAll(async () => {
  for (const menu of named) {
    for (const on of ['platform', 'tenant'] as const) {
      const roleId = `${on} ${menu}`
      const roleType = on === 'platform' ? roleTypes.system : roleTypes.tenant
      await suite.database.owner.insertInto('role').values({ id: roleId, name: roleId, roleType }).execute()
      await suite.database.owner.insertInto('roleMenu').values({ roleId, menuId: menu }).execute()
      const { token } =
        on === 'platform' ? await signedIn(suite.database, roleId) : await member(suite.database, roleId)
      holders.push({ menu, on, token })
    }
  }
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

  it.each(cases)('%s needs a role with its menu', async (_path, call) => {
    for (const { token } of [suite.guest, suite.ordinary])
      expect(await send(suite.server, call, {}, { token })).toMatchObject({
        code: codes.forbidden,
        data: null,
      })
  })

  it.each(cases)(
    '%s lets its menus in and no others: the platform’s in a system role alone',
    async (_path, call, menus) => {
      for (const { menu, on, token } of holders) {
        const { code } = await send(suite.server, call, {}, { token })
        const mayCall = menus.includes(menu) && (on === 'platform' || isForTenants(menu))
        expect({ menu, on, letIn: code !== codes.forbidden }).toEqual({ menu, on, letIn: mayCall })
      }
    },
  )

  it.each(cases)('%s lets the platform in', async (_path, call) => {
    const answer = await send(suite.server, call, {}, suite.admin)
    expect([codes.ok, codes.invalid]).toContain(answer.code)
  })

  it('reads the session from the header alone, never from a cookie', async () => {
    const cookie = `usercache=${encodeURIComponent(JSON.stringify({ sessionKey: suite.admin.token }))}`
    const response = await fetch(`${suite.server.api}/sys/user/info`, { headers: { cookie } })
    expect(await response.json()).toMatchObject({ code: codes.noSession })
  })
})
