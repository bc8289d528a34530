import { allCalls, codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { send } from '../../modules/identity/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const closedCalls = allCalls.filter(({ access }) => access.kind !== 'public')
const menuCalls = allCalls.filter(({ access }) => access.kind === 'menus')

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

  it.each(menuCalls.map((call) => [call.path, call] as const))(
    '%s needs a role with its menu',
    async (_path, call) => {
      const { guest } = suite
      expect(await send(suite.server, call, {}, guest)).toMatchObject({ code: codes.forbidden, data: null })
    },
  )

  it.each(menuCalls.map((call) => [call.path, call] as const))(
    '%s lets the platform in',
    async (_path, call) => {
      const answer = await send(suite.server, call, {}, suite.admin)
      expect([codes.ok, codes.invalid]).toContain(answer.code)
    },
  )

  it('reads the session from the header alone, never from a cookie', async () => {
    const cookie = `usercache=${encodeURIComponent(JSON.stringify({ sessionKey: suite.admin.token }))}`
    const response = await fetch(`${suite.server.api}/sys/user/info`, { headers: { cookie } })
    expect(await response.json()).toMatchObject({ code: codes.noSession })
  })
})
