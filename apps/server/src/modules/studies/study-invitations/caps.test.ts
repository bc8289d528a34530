import {
  codes,
  type InputOf,
  inviteCtms,
  inviteEdc,
  lookupLimit,
  maxAuthorizations,
  maxInvited,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { messagesTo, send } from '../../identity/sign-in/test-kit/index.ts'
import { edcInvitation } from './adapters.ts'
import { answering, type Inviting, newAddress, startInviting } from './test-kit/index.ts'

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.received.length = 0
  inviting.product.respondWith(answering())
  await inviting.suite.database.owner.deleteFrom('rateLimit').execute()
})

const addresses = (count: number) => Array.from({ length: count }, newAddress)

const ids = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** Counts the authorizations and pending deliveries of a study. */
async function rowsOf(studyUrlId: string) {
  const { owner } = inviting.suite.database
  const count = async (table: 'studyUser' | 'productAuthorization') =>
    (await owner.selectFrom(table).select('id').where('studyUrlId', '=', studyUrlId).execute()).length
  return [await count('studyUser'), await count('productAuthorization')]
}

/** Adds a study with its own sites. */
const studyOf = (sites: number, softwareId = inviting.edc.softwareId) => inviting.linked(softwareId, sites)

describe('one invitation', () => {
  it('allows at most 10,000 combinations of people and sites', async () => {
    const { suite, invite } = inviting
    const study = await studyOf(21)
    const EmailList = addresses(maxInvited)
    const sent = {
      EmailList,
      studyUrlId: study.studyUrlId,
      userStudyRoles: [{ roleId: 'R1', environmentId: 'E1' }],
    }
    const tooMany = '一次最多授权 10,000 条（用户数 × 中心数），请分批授权'
    expect(await invite({ ...sent, siteList: [...study.siteIds] })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'siteList', message: tooMany }],
    })
    expect(await rowsOf(study.studyUrlId)).toEqual([0, 0])
    expect(await messagesTo(suite.database, EmailList[0] ?? '')).toEqual([])
    const { code, data } = await invite({ ...sent, siteList: study.siteIds.slice(1) })
    expect({ code, success: data?.success.length }).toEqual({ code: codes.ok, success: maxInvited })
    expect(await rowsOf(study.studyUrlId)).toEqual([maxAuthorizations, maxInvited])
    // Authorization for all sites is one row per person.
    const ctms = await studyOf(21, softwareCodes.ctms)
    const toCtms: InputOf<typeof inviteCtms> = {
      TenantId: inviting.tenantId,
      studyUrlId: ctms.studyUrlId,
      EmailList,
      UserRole: inviting.input().userRole,
      UserTypeId: inviting.input().userTypeId,
      SiteList: [...ctms.siteIds],
      allSite: true,
      tenantRoleId: 'T1',
      studyRoleId: 'S1',
    }
    expect(await send(suite.server, inviteCtms, toCtms, suite.here)).toMatchObject({ code: codes.ok })
    expect(await rowsOf(ctms.studyUrlId)).toEqual([maxInvited, maxInvited])
  })

  it('allows a grant of at most 65,536 characters', async () => {
    const { edc, invite, addPerson } = inviting
    const one = await addPerson('满额')
    const rolesNamed = (last: string) =>
      [...ids(200, 'R'), last].map((roleId) => ({
        roleId,
        environmentId: 'E1',
        roleName: roleId === last ? '' : '角'.repeat(200),
        studyId: edc.studyId,
      }))
    const lengthOf = (userStudyRoles: InputOf<typeof inviteEdc>['userStudyRoles']) =>
      JSON.stringify(
        edcInvitation(inviteEdc.request.parse({ ...inviting.input(), userList: [one.id], userStudyRoles }))
          .grant,
      ).length
    const roles = rolesNamed('X')
    for (const role of roles) {
      const left = 65_536 - lengthOf(roles)
      role.roleName += '长'.repeat(Math.min(left, 500 - role.roleName.length))
    }
    expect(lengthOf(roles)).toBe(65_536)
    const [first, ...others] = roles
    if (!first) throw new Error('there are no roles')
    const longer = [{ ...first, roleId: `${first.roleId}0000`.slice(0, first.roleId.length + 1) }, ...others]
    expect(lengthOf(longer)).toBe(65_537)
    const rejected = await invite({ userList: [one.id], userStudyRoles: longer })
    expect(rejected).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'userStudyRoles', message: '所选角色、中心和库房过多，请减少后重试' }],
    })
    expect(await inviting.grantsOf(one.id)).toEqual([])
    expect(inviting.product.received).toEqual([])
    expect(await invite({ userList: [one.id], userStudyRoles: roles })).toMatchObject({
      data: { success: ['满额'] },
    })
  })

  it.each<[string, number, (count: number) => object, string, string]>([
    ['people', maxInvited, (count) => ({ userList: ids(count, 'u') }), 'userList', '用户'],
    ['sites', lookupLimit, (count) => ({ siteList: ids(count, 's') }), 'siteList', '中心'],
    [
      'roles',
      lookupLimit,
      (count) => ({ userStudyRoles: ids(count, 'r').map((roleId) => ({ roleId, environmentId: 'E1' })) }),
      'userStudyRoles',
      '研究角色',
    ],
  ])(
    'rejects more %s than %i, and names the list that is too long',
    async (_what, max, listed, field, label) => {
      const address = newAddress()
      const errorsOf = async (count: number) =>
        (await inviting.invite({ EmailList: [address], ...listed(count) })).errors
      // At the maximum, every id is looked up and none exists. Above it, the list is rejected as too long.
      expect(await errorsOf(max)).toEqual([{ field, message: expect.not.stringContaining('数量过多') }])
      expect(await errorsOf(max + 1)).toEqual([{ field, message: `${label}数量过多` }])
      expect(await messagesTo(inviting.suite.database, address)).toEqual([])
    },
  )

  it('allows at most 2000 addresses a day, whoever sends it', async () => {
    const { suite, invite } = inviting
    const bucket = `inviting:${suite.here.userId}`
    await invite({ EmailList: [newAddress()] })
    await suite.database.owner
      .updateTable('rateLimit')
      .set({ used: 1998 })
      .where('bucket', '=', bucket)
      .execute()
    const three = addresses(3)
    const rejected = {
      code: codes.limitReached,
      message: '今天最多邀请 2,000 个邮箱，请明天再试',
    }
    expect(await invite({ EmailList: three })).toMatchObject(rejected)
    // A rejected request does not use up the rest of the daily limit.
    expect((await invite({ EmailList: three.slice(0, 2) })).data?.success).toEqual(three.slice(0, 2))
    expect(await invite({ EmailList: three.slice(2) })).toMatchObject(rejected)
    expect(await messagesTo(suite.database, three[2] ?? '')).toEqual([])
  })
})
