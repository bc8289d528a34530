import { randomUUID } from 'node:crypto'
import { type ProductGrant, parseProfile, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import {
  daysIn,
  ordinaryUser,
  periodColumns,
  platformAdministrator,
  tenantAdministrator,
  tenantMember,
} from '../access/index.ts'
import { addMembership, addReachable, messagesTo } from '../identity/sign-in/test-kit/index.ts'
import { addStudy, addStudySite } from '../studies/study-users/test-kit/index.ts'
import { addTenantUser } from '../tenants/tenant-users/test-kit/index.ts'
import { accessReminder } from './index.ts'

let database: TestDatabase
/** A tenant with an administrator, who chooses the ends. */
let chooser: Awaited<ReturnType<typeof addReachable>>
let tenantId: string

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
})

afterAll(() => database.close())

beforeEach(async () => {
  await database.owner.deleteFrom('studyUser').execute()
  await database.owner.updateTable('tenantUser').set({ accessUntil: null, roleUntil: null }).execute()
  await database.owner.updateTable('appUser').set({ roleUntil: null }).execute()
  chooser = await addReachable(database, { fullName: '林主任' })
  tenantId = await addMembership(database, chooser.id, tenantAdministrator.id)
})

const timeZone = 'Asia/Shanghai'
const days = daysIn(timeZone)
/** Returns a day, by its distance from today. */
const day = (fromNow: number) =>
  days.period({ from: new Date(Date.now() + fromNow * 86_400_000), until: null }).from

const run = (signal = new AbortController().signal) =>
  accessReminder.run({
    services: testServices(database, parseProfile({ timeZone })),
    params: '',
    signal,
  })

const reminded = (endings: number, messages: number) => ({
  key: 'job.outcome.accessReminded',
  params: { endings, messages },
})

/** Returns the columns of an end as the chooser sets it, with no reminder counted as sent. */
const ending = (fromNow: number, userId: string | null = chooser.id) => ({
  accessUntil: days.end(day(fromNow)),
  accessUntilBy: userId,
  accessReminded: null,
})
const roleEnding = (fromNow: number, userId: string | null = chooser.id) => ({
  roleUntil: days.end(day(fromNow)),
  roleUntilBy: userId,
  roleReminded: null,
})

const member = (facts: object = {}, user: object = {}) => addTenantUser(database, tenantId, user, facts)
const setMember = (id: string, facts: object) =>
  database.owner.updateTable('tenantUser').set(facts).where('id', '=', id).execute()
const setUser = (id: string, facts: object) =>
  database.owner.updateTable('appUser').set(facts).where('id', '=', id).execute()

const mailsTo = async ({ email }: { readonly email: string }) => messagesTo(database, email)
const countTo = async (person: { readonly email: string }) => (await mailsTo(person)).length

describe('a reminder', () => {
  it('is sent once each 14 and 3 days before the last day, however often the job runs', async () => {
    const { id } = await member(ending(15))
    const counts: number[] = []
    for (const left of [15, 14, 14, 13, 4, 3, 2, 1, 0, -1]) {
      // Simulates passing days: only the end moves, not the recorded reminder.
      await setMember(id, { accessUntil: days.end(day(left)) })
      await run()
      await run()
      counts.push(await countTo(chooser))
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2, 2])
  })

  it('is sent for the nearest date only if an earlier one was missed', async () => {
    const { id } = await member(ending(2))
    await run()
    await run()
    expect(await countTo(chooser)).toBe(1)
    expect(
      await database.owner.selectFrom('tenantUser').select('accessReminded').where('id', '=', id).execute(),
    ).toEqual([{ accessReminded: 3 }])
  })

  it('is not sent for an end that was chosen closer than that, and is sent again after an extension', async () => {
    const choose = (until: string) => periodColumns('access', { until }, { timeZone, userId: chooser.id })
    const { id } = await member(choose(day(10)))
    expect(await run()).toEqual(reminded(0, 0))
    await setMember(id, { accessUntil: days.end(day(3)) })
    expect(await run()).toEqual(reminded(1, 1))
    await setMember(id, choose(day(20)))
    expect(await run()).toEqual(reminded(0, 0))
    await setMember(id, { accessUntil: days.end(day(14)) })
    expect(await run()).toEqual(reminded(1, 1))
    await setMember(id, choose(day(2)))
    expect(await run()).toEqual(reminded(0, 0))
  })

  it('is sent once if several processes run the job concurrently', async () => {
    for (const left of [14, 3, 9]) await member(ending(left))
    const results = await Promise.all(Array.from({ length: 4 }, () => run()))
    const sum = (name: 'endings' | 'messages') =>
      results.reduce((total, result) => total + Number(Object(result).params[name]), 0)
    expect({ endings: sum('endings'), mails: sum('messages') }).toEqual({ endings: 3, mails: 1 })
    expect(await countTo(chooser)).toBe(1)
  })

  it('is not sent by an aborted run; the next run sends it', async () => {
    await member(ending(14))
    await expect(run(AbortSignal.abort())).rejects.toThrow(/abort/i)
    expect(await countTo(chooser)).toBe(0)
    expect(await run()).toEqual(reminded(1, 1))
  })

  it('leaves versions unchanged, so that open forms can still be saved', async () => {
    const { id, userId } = await member({ ...ending(3), ...roleEnding(3), roleId: tenantMember.id })
    await setUser(userId, { ...roleEnding(3), roleId: ordinaryUser.id })
    await run()
    const versions = [
      await database.owner.selectFrom('tenantUser').select('rowVersion').where('id', '=', id).execute(),
      await database.owner.selectFrom('appUser').select('rowVersion').where('id', '=', userId).execute(),
    ]
    expect(versions.flat()).toEqual([{ rowVersion: 1 }, { rowVersion: 1 }])
  })

  it('is not sent for access that does not apply: disabled, locked, without a role, of an expired invitation', async () => {
    await member({ ...ending(3), enabled: 1 })
    await member({ ...roleEnding(3), roleId: null })
    const locked = await addReachable(database, { status: '1', roleId: ordinaryUser.id })
    await setUser(locked.id, roleEnding(3))
    const study = await addStudy(database, { tenantId, softwareId: softwareCodes.edc }, '示例研究')
    await authorizeInvited(study.studyUrlId, sql<Date>`now() - interval '1 day'`)
    expect(await run()).toEqual(reminded(0, 0))
  })
})

/** Authorizes an invited address until in 3 days. @returns the address */
async function authorizeInvited(studyUrlId: string, expiresAt = sql<Date>`now() + interval '1 day'`) {
  const id = randomUUID()
  const email = `${id}@hospital.example`
  await database.owner
    .insertInto('invitation')
    .values({ tenantId, id, keyHash: id, email, emailKey: email, language: 'zh', expiresAt })
    .execute()
  await database.owner
    .insertInto('studyUser')
    .values({ tenantId, id, studyUrlId, invitationId: id, ...ending(3) })
    .execute()
  return email
}

describe('the mail', () => {
  it('names everything that ends in a tenant, once for all sites of a study, but no roles in products', async () => {
    const study = await addStudy(database, { tenantId, softwareId: softwareCodes.rtsm }, '示例研究')
    const { studyUrlId } = study
    const person = await member(
      { ...ending(14), ...roleEnding(13), roleId: tenantMember.id },
      { fullName: '王护士', fullNameEn: 'Wang Hui' },
    )
    for (const code of ['01', '02', '03']) {
      const studySiteId = await addStudySite(database, study, code)
      await database.owner
        .insertInto('studyUser')
        .values({
          tenantId,
          id: randomUUID(),
          studyUrlId,
          studySiteId,
          tenantUserId: person.id,
          ...ending(3),
        })
        .execute()
    }
    const grant: ProductGrant = {
      ...{ generalRoleId: 'M1', generalRoleName: '总角色', siteIds: [], allSites: true },
      roles: [
        {
          ...{ roleId: 'R1', roleName: '非盲药师', environmentId: '', projectId: 'P1' },
          ...{ siteIds: [], stockHouseIds: [], isBlind: 0 },
        },
      ],
    }
    await database.owner
      .insertInto('productAuthorization')
      .values({
        ...{ tenantId, id: randomUUID(), studyUrlId, tenantUserId: person.id, language: 'zh', batchId: 'b' },
        ...{ grants: JSON.stringify(grant), acceptedGrants: JSON.stringify(grant), state: 'accepted' },
      })
      .execute()
    const invited = await authorizeInvited(studyUrlId)
    const { tenantName } = await database.owner
      .selectFrom('tenant')
      .select('tenantName')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow()
    // Three sites, the invited address, the membership and the role.
    expect(await run()).toEqual(reminded(4, 1))
    const [mail] = await mailsTo(chooser)
    expect(mail).toMatchObject({ template: 'accessEnding', language: 'zh', tenantId })
    const text = mail?.text ?? ''
    const lines = text.split('\n').filter((line) => line.startsWith('- '))
    expect(lines.toSorted()).toEqual(
      [
        `- ${invited}：研究“示例研究”的随机与药物供应管理系统（RTSM）授权，至 ${day(3)}`,
        `- 王护士：研究“示例研究”的随机与药物供应管理系统（RTSM）授权，至 ${day(3)}`,
        `- 王护士：租户角色“租户成员”，至 ${day(13)}`,
        `- 王护士：租户成员，至 ${day(14)}`,
      ].toSorted(),
    )
    expect(lines.at(-1)).toBe(`- 王护士：租户成员，至 ${day(14)}`)
    expect(text).toContain(`“${tenantName}”的以下用户权限即将到期`)
    expect(text).toContain('“用户授权”、“租户用户”中')
    expect(text).not.toMatch(/药师|总角色|盲|R1|M1/)
    expect(text).toMatch(/#\/signIn\/index\?account=/)
  })

  it('is in the recipient’s language and names at most 50 endings', async () => {
    await setUser(chooser.id, { language: 'en' })
    await member(
      { ...roleEnding(3), roleId: tenantMember.id },
      { fullName: '王护士', fullNameEn: 'Wang Hui' },
    )
    for (let more = 0; more < 51; more += 1) await member(ending(14))
    expect(await run()).toEqual(reminded(52, 1))
    const [mail] = await mailsTo(chooser)
    const lines = (mail?.text ?? '').split('\n').filter((line) => line.startsWith('- '))
    expect(lines).toHaveLength(51)
    expect(lines[0]).toBe(`- Wang Hui: tenant role “Tenant member”, until ${day(3)}`)
    expect(lines.at(-1)).toBe('- and 2 more')
  })

  it('is one for each tenant and each user who chose an end', async () => {
    const colleague = await member({ roleId: tenantAdministrator.id })
    await member(ending(3))
    await member(ending(3, colleague.userId))
    const elsewhere = await addMembership(database, chooser.id, tenantAdministrator.id)
    await addTenantUser(database, elsewhere, {}, ending(3))
    expect(await run()).toEqual(reminded(3, 3))
    expect(await mailsTo(chooser)).toHaveLength(2)
    expect(new Set((await mailsTo(chooser)).map((mail) => mail.tenantId))).toEqual(
      new Set([tenantId, elsewhere]),
    )
    expect(await countTo(colleague)).toBe(1)
  })
})

describe('the administrators of the tenant get the mail', () => {
  it.each([
    ['is locked', { status: '1' }],
    ['has no e-mail address', { email: '', emailKey: null }],
  ])('if the user who chose the end %s', async (_, facts) => {
    const former = await member({ roleId: tenantAdministrator.id })
    await member(ending(3, former.userId))
    await setUser(former.userId, facts)
    expect(await run()).toEqual(reminded(1, 1))
    expect(await countTo(former)).toBe(0)
    expect(await countTo(chooser)).toBe(1)
  })

  it('if the user who chose the end is unknown, or has no rights in the tenant any more', async () => {
    const former = await member({ roleId: tenantAdministrator.id })
    await member(ending(3, null))
    await member(ending(3, former.userId))
    await setMember(former.id, { roleId: tenantMember.id })
    // Both endings are in one mail.
    expect(await run()).toEqual(reminded(2, 1))
    expect(await countTo(former)).toBe(0)
    expect(await countTo(chooser)).toBe(1)
  })

  it('together with what they chose themselves, in one mail', async () => {
    await member(ending(3))
    await member(ending(3, null))
    expect(await run()).toEqual(reminded(2, 1))
    const [mail] = await mailsTo(chooser)
    expect(mail?.text.match(/^- /gm)).toHaveLength(2)
  })

  it('but not if a platform administrator chose the end, who can extend it', async () => {
    const platform = await addReachable(database, { roleId: platformAdministrator.id })
    await member(ending(3, platform.id))
    expect(await run()).toEqual(reminded(1, 1))
    expect(await countTo(platform)).toBe(1)
    expect(await countTo(chooser)).toBe(0)
  })
})

describe('a system role that ends', () => {
  it('is named to the user who chose its end, otherwise to the platform’s administrators', async () => {
    const administrator = await addReachable(database, { roleId: platformAdministrator.id })
    const other = await addReachable(database, { roleId: platformAdministrator.id })
    await addReachable(database, {
      roleId: ordinaryUser.id,
      fullName: '赵外包',
      ...roleEnding(3, administrator.id),
    })
    await run()
    expect(await mailsTo(administrator)).toMatchObject([
      { tenantId: '0', text: expect.stringContaining(`- 赵外包：系统角色“普通用户”，至 ${day(3)}`) },
    ])
    expect(await countTo(other)).toBe(0)
    await setUser(administrator.id, { roleId: null })
    await addReachable(database, { roleId: ordinaryUser.id, ...roleEnding(3, administrator.id) })
    await run()
    expect(await countTo(administrator)).toBe(1)
    expect(await countTo(other)).toBe(1)
    expect(await countTo(chooser)).toBe(0)
  })
})
