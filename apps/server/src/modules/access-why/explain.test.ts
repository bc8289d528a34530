import {
  accessWhy,
  accessWhyTargets,
  allCalls,
  blinding,
  codes,
  globalTenantId,
  type InputOf,
  inviteIwrs,
  keyAtRunTime,
  openSoftware,
  softwareCodes,
  studyUserList,
  studyUserRemove,
  studyUserSave,
  tenantUserDelete,
  userStatus,
  type WhyStep,
  whyFindings,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { signedIn } from '../../app/test-kit/index.ts'
import { translator } from '../../platform/texts/translator.ts'
import { platformAdministrator, tenantAdministrator } from '../access/index.ts'
import { type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import { addWorker } from '../products/portal/test-kit/index.ts'
import {
  answering,
  type Inviting,
  roleId,
  startInviting,
  typeId,
} from '../studies/study-invitations/test-kit/index.ts'

jest.setTimeout(180_000)

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

const ask = (input: InputOf<typeof accessWhy>, sender: Sender = inviting.suite.here) =>
  send(inviting.suite.server, accessWhy, input, sender)

/** Returns the verdict with what each rule found. */
async function found(...asked: Parameters<typeof ask>) {
  const { data } = await ask(...asked)
  return [data?.verdict, ...(data?.steps ?? []).map(({ rule, finding }) => `${rule} ${finding}`)]
}

const stepOf = async (rule: WhyStep['rule'], ...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).data?.steps.find((step) => step.rule === rule)

const screen = 'screen:tenantUser'

/** Changes a row behind the server's back. */
const set = (table: 'appUser' | 'tenantUser', id: string, facts: object) =>
  inviting.suite.database.owner.updateTable(table).set(facts).where('id', '=', id).execute()

async function nameOf(userId: string): Promise<string> {
  const { fullName, userName } = await inviting.suite.database.owner
    .selectFrom('appUser')
    .select(['fullName', 'userName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return `${fullName} (${userName})`
}

describe('GET /access/why', () => {
  it('names each grant of a screen, and each rule that could reject it', async () => {
    const { userId, memberId } = await inviting.addAdministrator(tenantAdministrator.id)
    const asked = { userId, target: screen }
    const chain = ['account met', 'membership met', 'tenantRole met', 'menu met']
    expect(await found(asked)).toEqual(['allowed', ...chain])
    expect(await stepOf('tenantRole', asked)).toMatchObject({ name: '租户管理员' })
    const yesterday = new Date(Date.now() - 86_400_000)
    const cases: [object, string[]][] = [
      [{ enabled: 1 }, ['account met', 'membership disabled']],
      [{ enabled: 0, accessUntil: yesterday }, ['account met', 'membership ended']],
      [{ accessUntil: null, roleUntil: yesterday }, ['account met', 'membership met', 'tenantRole ended']],
      [{ roleUntil: null, roleId: 'guests' }, [...chain.slice(0, 3), 'menu lacking']],
      [{ roleId: null }, ['account met', 'membership met', 'tenantRole none']],
    ]
    for (const [facts, steps] of cases) {
      await set('tenantUser', memberId, facts)
      expect(await found(asked)).toEqual(['rejected', ...steps])
    }
    await set('appUser', userId, { status: userStatus.locked })
    expect(await found(asked)).toEqual(['rejected', 'account locked'])
  })

  it('says who removed a former member, when and why', async () => {
    const { server, here } = inviting.suite
    const person = await inviting.addPerson('曾员')
    const reason = '已离职'
    const removed = await send(server, tenantUserDelete, { id: person.id }, { ...here, reason })
    expect(removed).toMatchObject({ code: codes.ok })
    const step = await stepOf('membership', { userId: person.userId, target: screen })
    expect(step).toMatchObject({
      ...{ finding: 'removed', grantedBy: await nameOf(here.userId) },
      reason: expect.stringContaining('已离职'),
    })
    expect(Math.abs(Date.parse(step?.since ?? '') - Date.now())).toBeLessThan(60_000)
  })

  it('explains access to a product by the authorization for the study, its roles and who granted it', async () => {
    const { here, server } = inviting.suite
    const { studyId, studyUrlId } = inviting.edc
    const person = await inviting.addPerson('研员')
    const asked = { userId: person.userId, target: `product:${softwareCodes.edc}`, studyId }
    const none = ['account met', 'membership met', 'link met', 'authorization none']
    expect(await found(asked)).toEqual(['rejected', ...none])
    const input = { studyUrlId, studySiteIds: [], tenantUserIds: [person.id] }
    expect(await send(server, studyUserSave, input, here)).toMatchObject({ code: codes.ok })
    const chain = ['authorization met', 'licence met', 'domain met']
    expect(await found(asked)).toEqual(['allowed', ...none.slice(0, 3), ...chain])
    expect(await stepOf('authorization', asked)).toMatchObject({ grantedBy: await nameOf(here.userId) })
    const { data } = await send(server, studyUserList, { studyUrlId, limit: 100 }, here)
    const ids = data?.list.filter(({ tenantUserId }) => tenantUserId === person.id).map(({ id }) => id) ?? []
    const removed = await send(
      server,
      studyUserRemove,
      { ids, isSite: false },
      { ...here, reason: '任务结束' },
    )
    expect(removed).toMatchObject({ code: codes.ok })
    expect(await found(asked)).toEqual(['rejected', ...none.slice(0, 3), 'authorization removed'])
    expect(await stepOf('authorization', asked)).toMatchObject({
      ...{ grantedBy: await nameOf(here.userId), reason: '任务结束' },
    })
  })

  it('has the verdict of the call that opens a product', async () => {
    const { suite } = inviting
    const { owner } = suite.database
    const worker = await addWorker(suite.database)
    const { tenantId, softwareId, studyUrlId, userId } = worker
    const { studyId } = await owner
      .selectFrom('studyUrl')
      .select('studyId')
      .where('id', '=', studyUrlId)
      .executeTakeFirstOrThrow()
    const inTenant = (table: 'tenantSoftware' | 'tenantUser' | 'studyUser', facts: object) =>
      owner.updateTable(table).set(facts).where('tenantId', '=', tenantId).execute()
    const changes: (() => Promise<unknown>)[] = [
      async () => undefined,
      () => inTenant('tenantSoftware', { isEnable: false }),
      () => inTenant('tenantSoftware', { isEnable: true }),
      () => inTenant('tenantUser', { enabled: 1 }),
      () => inTenant('tenantUser', { enabled: 0 }),
      () => inTenant('studyUser', { accessUntil: new Date(0) }),
      () => owner.deleteFrom('studyUser').where('tenantId', '=', tenantId).execute(),
    ]
    const verdicts: string[] = []
    for (const change of changes) {
      await change()
      const opened = await send(suite.server, openSoftware, { tenantId, softwareId, studyUrlId }, worker)
      const { data } = await ask({ userId, target: `product:${softwareId}`, studyId }, suite.admin)
      expect(data?.verdict).toBe(opened.code === codes.ok ? 'allowed' : 'rejected')
      expect(data?.steps.at(-1)?.isMet).toBe(opened.code === codes.ok)
      verdicts.push(`${data?.verdict} ${data?.steps.at(-1)?.rule} ${data?.steps.at(-1)?.finding}`)
    }
    expect(verdicts).toEqual([
      'allowed domain met',
      'rejected licence invalid',
      'allowed domain met',
      'rejected membership disabled',
      'allowed domain met',
      'rejected authorization ended',
      'rejected authorization none',
    ])
  })

  it('shows nothing about RTSM to a reader who is blinded in the study', async () => {
    const { suite } = inviting
    const rtsm = await inviting.linked(softwareCodes.rtsm)
    const person = await inviting.addPerson('盲外')
    const reader = await inviting.addAdministrator(tenantAdministrator.id)
    const asked = { userId: person.userId, target: `product:${softwareCodes.rtsm}`, studyId: rtsm.studyId }
    expect(await found(asked, reader)).toMatchObject(['rejected', ...Array(4).fill(expect.any(String))])
    inviting.product.respondWith(answering())
    const role = { projectId: 'P1', roleId: 'R1', siteList: [...rtsm.siteIds], isBlind: blinding.blinded }
    const input = {
      ...{ tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, userRole: roleId, userTypeId: typeId },
      ...{ userList: [reader.memberId], replacing: [reader.memberId], userRoleList: [role] },
    }
    expect(await send(suite.server, inviteIwrs, input, suite.here)).toMatchObject({ code: codes.ok })
    for (const studyId of [rtsm.studyId, ''])
      expect(await found({ ...asked, studyId }, reader)).toEqual(['hidden', 'blinding hidden'])
    expect((await found({ ...asked, target: screen }, reader))[0]).toBe('rejected')
  })

  it('shows a tenant neither other tenants’ people and studies nor names of system roles', async () => {
    const { suite } = inviting
    const { here, there, admin } = suite
    const asked = { userId: here.userId, target: screen }
    const stranger = await signedIn(suite.database, null)
    for (const wrong of [
      { userId: there.userId, target: screen },
      { userId: stranger.userId, target: screen },
      { ...asked, tenantId: there.tenantId },
      { ...asked, tenantId: globalTenantId },
      { ...asked, studyId: 'nobody' },
    ])
      expect(await ask(wrong)).toMatchObject({ code: codes.notFound, data: null })
    expect(await ask({ ...asked, studyId: inviting.edc.studyId }, there)).toMatchObject({
      code: codes.notFound,
    })
    const { userId } = await inviting.addAdministrator()
    await set('appUser', userId, { roleId: platformAdministrator.id })
    const ofPlatform = { userId, target: 'screen:tenant' }
    expect(await stepOf('systemRole', ofPlatform)).toMatchObject({ isMet: true, name: '', grantedBy: '' })
    const own = { ...ofPlatform, tenantId: globalTenantId }
    expect(await stepOf('systemRole', own, admin)).toMatchObject({ isMet: true, name: '平台管理员' })
    expect((await ask({ ...asked, tenantId: here.tenantId }, admin)).code).toBe(codes.ok)
  })

  it('rejects what is no screen, product or call, and a product without a tenant', async () => {
    const { userId, admin } = { ...inviting.suite.here, admin: inviting.suite.admin }
    for (const target of ['screen:nothing', 'call:/nothing', 'product:nothing', 'tenantUser', 'screen:base'])
      expect(await ask({ userId, target })).toMatchObject({ code: codes.invalid })
    const target = `product:${softwareCodes.edc}`
    expect(await ask({ userId, target, tenantId: globalTenantId }, admin)).toMatchObject({
      code: codes.invalid,
    })
  })
})

it('has words for everything that a rule may find, and for what would open it', () => {
  const met = ['met', 'all', 'notNeeded', 'waiting', 'refused']
  for (const language of ['zh', 'en'] as const)
    for (const [rule, findings] of Object.entries(whyFindings))
      for (const finding of findings) {
        const keys = [`rules.${rule}`, `found.${rule}.${finding}`]
        if (!met.includes(finding)) keys.push(`remedy.${rule}.${finding}`)
        for (const key of keys) {
          const whole = `accessWhy.${key}`
          expect(translator(language)(keyAtRunTime(whole))).not.toBe(whole)
        }
      }
})

describe('GET /access/why/targets', () => {
  it('names screens, products and every call of a signed-in user in words, in both languages', async () => {
    for (const language of ['zh', 'en'] as const) {
      const { server, here } = inviting.suite
      const { data } = await send(server, accessWhyTargets, {}, { ...here, language })
      const named = data?.filter(({ desc }) => !desc.includes('/')) ?? []
      const calls = allCalls.filter(({ access }) => access.kind === 'session' || access.kind === 'menus')
      expect(data?.filter(({ desc }) => desc.includes(' /')).map(({ code }) => code)).toEqual([])
      expect(named.length).toBeGreaterThan(calls.length)
      expect(data?.[0]?.code).toMatch(/^screen:/)
    }
  })
})
