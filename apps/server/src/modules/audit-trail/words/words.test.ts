import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type AuditItem,
  allCalls,
  type Language,
  languages,
  reasonKinds,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { auditEntities, fieldsOfEntity } from '../../../platform/audit/entities.ts'
import { type AuditEvent, recordAudit } from '../../../platform/audit/index.ts'
import {
  asPlatform,
  asSystem,
  asTenants,
  inTransaction,
  type RunAs,
} from '../../../platform/database/transaction.ts'
import { addDomain, addLinkedStudy } from '../../products/licences/test-kit/index.ts'
import type { EventRow } from '../search.ts'
import { choices, describeRows, itemsOfAll } from './index.ts'
import { isShown } from './items.ts'
import { kindIn } from './references.ts'
import { ownTexts, words } from './texts.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
})
afterAll(() => database.close())

const tenantId = 'words-tenant'

/** Writes an event of the platform and returns it as stored. */
const write = (event: Partial<AuditEvent> & Pick<AuditEvent, 'entity' | 'entityId'>): Promise<EventRow> =>
  inTransaction(database.db, asSystem, async (trx) => {
    const facts = { actorId: null, actorName: '', tenantId: '0', call: '' }
    await recordAudit(trx, { ...facts, ...event })
    return trx
      .selectFrom('auditEvent')
      .selectAll()
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  })

interface Reader {
  readonly language?: Language
  readonly as?: RunAs
}

const itemsOf = (events: readonly EventRow[], { language = 'zh', as = asPlatform }: Reader = {}) =>
  inTransaction(database.db, as, (trx) =>
    itemsOfAll(trx, events, language, { instants: 'UTC', days: 'Asia/Shanghai' }),
  )

const items = async (event: EventRow, reader?: Reader): Promise<AuditItem[]> =>
  (await itemsOf([event], reader))[0] ?? []

/** Returns the changes of an event as [name of the field, before, after]. */
const changes = async (...asked: Parameters<typeof items>) =>
  (await items(...asked)).flatMap((item) =>
    item.changes.map(({ fieldDesc, before, after }) => [fieldDesc, before, after]),
  )

const row = async (event: EventRow, { language = 'zh', as = asPlatform }: Reader = {}) => {
  const [described] = await inTransaction(database.db, as, (trx) => describeRows(trx, [event], language))
  return described
}

/** Adds a tenant with a user, and returns the user’s membership. */
async function addMember(fullName: string, fullNameEn = ''): Promise<{ id: string; userId: string }> {
  const [id, userId] = [uuidv7(), uuidv7()]
  const tenant = { id: tenantId, tenantName: '词语租户', tenantCode: tenantId, abbr: '词语', categoryId: '1' }
  const { owner } = database
  await sql`insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
    select ${tenant.id}, ${tenant.tenantName}, ${tenant.tenantCode}, ${tenant.abbr}, id from dictionary
    where category_id = '1' limit 1 on conflict do nothing`.execute(owner)
  await owner
    .insertInto('appUser')
    .values({ id: userId, fullName, fullNameEn, userName: userId, userNameKey: userId })
    .execute()
  await owner.insertInto('tenantUser').values({ tenantId, id, userId }).execute()
  return { id, userId }
}

const own = join(dirname(fileURLToPath(import.meta.url)), '../../..')

/** Names under which code outside the calls writes events. */
const namedActs = globSync(['modules/**/*.ts', 'platform/**/*.ts', 'operations/**/*.ts'], { cwd: own })
  .filter((file) => !/test|migrations/.test(file))
  .flatMap((file) => [...readFileSync(join(own, file), 'utf8').matchAll(/^\s+call: '([^']*)',$/gm)])
  .map(([, name = '']) => name)

/** Fields whose ids name nothing of Atrium: ids of products, and ids that readers may look up. */
const bareIds = [
  ...['generalRoleId', 'projectId', 'environmentId', 'stockHouseIds', 'roleId', 'otherRoleId'],
  ...['ucId', 'jobId', 'rowId', 'fileId', 'eventId', 'entityId', 'requestId'],
  // User names and keys.
  ...['acceptedBy', 'signedBy'],
]

describe('fields with ids', () => {
  it('refer to things whose names are shown instead', () => {
    const unknown = auditEntities.flatMap((entity) =>
      fieldsOfEntity(entity)
        .filter((field) => /(Ids?|By|reviewers)$/.test(field) && isShown(field))
        .filter((field) => !kindIn(entity, field) && !bareIds.includes(field))
        .map((field) => `${entity}.${field}`),
    )
    expect(unknown).toEqual([])
  })
})

describe.each(languages)('the texts in %s', (language) => {
  it('name every kind of thing', () => {
    expect(Object.keys(ownTexts[language].kinds).toSorted()).toEqual([...auditEntities].toSorted())
  })

  it('name every call that writes, and every command and service', () => {
    const writing = allCalls.filter(({ effect }) => effect === 'write').map(({ path }) => path)
    expect(namedActs).toEqual(
      expect.arrayContaining(['', 'audit:archive', 'messages:archive', 'admin:password']),
    )
    // Migration 0163 writes the last one.
    const acts = [...new Set([...writing, ...namedActs, 'access-baseline'])]
    expect(Object.keys(ownTexts[language].acts).toSorted()).toEqual(acts.toSorted())
  })

  it('name every kind of change that needs a reason', () => {
    const unnamed = reasonKinds.filter(
      (kind) => !words[language].value('change_reason_policy', 'kinds', kind),
    )
    expect(unnamed).toEqual([])
  })

  it.each(auditEntities)('name every field of %s', (entity) => {
    const fields = fieldsOfEntity(entity).filter(isShown)
    const wrong = fields.filter((field) => {
      const name = words[language].field(entity, field)
      return name === field || name.includes('returned an object')
    })
    expect(wrong).toEqual([])
  })
})

describe('the choices of filters', () => {
  it('are sorted by their names in the reader’s language', () => {
    for (const language of languages) {
      const { entities, calls } = choices(language)
      for (const options of [entities, calls]) {
        const names = options.map(({ desc }) => desc)
        expect(names).toEqual(names.toSorted(new Intl.Collator(language).compare))
      }
      expect(calls.map(({ code }) => code)).not.toContain('')
    }
    expect(choices('zh').calls).toContainEqual({ code: '/tenant/save', desc: '保存租户' })
    expect(choices('en').entities).toContainEqual({ code: 'app_user', desc: 'User' })
  })
})

describe('the changes of an event', () => {
  it('are in words, without what did not change and without technical fields', async () => {
    const before = {
      id: 'u',
      rowVersion: 1,
      fullName: '张三',
      status: '0',
      sex: '',
      emailValid: 1,
      roleUntil: null,
    }
    const event = await write({
      ...{ entity: 'app_user', entityId: 'u', before },
      after: {
        ...before,
        rowVersion: 2,
        status: '1',
        sex: '1',
        emailValid: 0,
        roleUntil: '2027-01-01T16:00:00.000Z',
      },
    })
    expect(await changes(event)).toEqual([
      ['邮箱验证', '未验证', '已验证'],
      ['性别', '', '女'],
      ['状态', '正常', '已锁定'],
      ['角色结束日期', '', '2027-01-01'],
    ])
    expect(await changes(event, { language: 'en' })).toContainEqual(['Status', 'Normal', 'Locked'])
  })

  it('omit fields that the state after the change does not mention', async () => {
    const [before, after] = [{ fullName: '张三', passwordMustChange: false }, { passwordMustChange: true }]
    const event = await write({ entity: 'app_user', entityId: 'u2', before, after })
    expect(await changes(event)).toEqual([['下次登录须修改密码', '否', '是']])
  })

  it('have days as days and instants in the reader’s time zone', async () => {
    const after = { startTime: '2027-01-01', timeEnable: true, initialisedAt: '2027-01-01T16:30:00.000Z' }
    expect(await changes(await write({ entity: 'tenant_software', entityId: 'l', after }))).toContainEqual([
      ...['开始日期', '', '2027-01-01'],
    ])
    expect(await changes(await write({ entity: 'tenant_url', entityId: 'd', after }))).toContainEqual([
      ...['初始化时间', '', '2027-01-01 16:30:00'],
    ])
  })

  it('name things as they were at the time, also after they were renamed and deleted', async () => {
    const [role, user] = [{ id: uuidv7(), nameEn: 'First' }, uuidv7()]
    const saved = (name: string) => ({ entity: 'role', entityId: role.id, after: { ...role, name } }) as const
    await write(saved('原名'))
    const granted = await write({ entity: 'app_user', entityId: user, after: { roleId: role.id } })
    await write(saved('新名'))
    const again = await write({
      entity: 'app_user',
      entityId: user,
      before: { roleId: '' },
      after: { roleId: role.id },
    })
    await write({ entity: 'role', entityId: role.id, before: { list: [{ ...role, name: '新名' }] } })
    expect(await changes(granted)).toEqual([['角色', '', '原名']])
    expect(await changes(again)).toEqual([['角色', '', '新名']])
    expect(await changes(again, { language: 'en' })).toEqual([['Role', '', 'First']])
  })

  it('name things whose addition the trail does not have by what was known later', async () => {
    const [first, second, third] = [uuidv7(), uuidv7(), uuidv7()]
    const event = await write({
      entity: 'menu',
      entityId: '0',
      before: { ids: [first] },
      after: { ids: [second, first, third] },
    })
    await write({
      entity: 'menu',
      entityId: first,
      before: { id: first, name: '甲' },
      after: { id: first, name: '乙' },
    })
    await write({ entity: 'menu', entityId: `${second},x`, before: { list: [{ id: second, name: '丙' }] } })
    expect(await changes(event)).toEqual([['菜单顺序', '甲', `丙、甲、${third}`]])
  })

  it.each(auditEntities)(
    'keep unknown ids of every field of %s, for the platform and for a tenant',
    async (entity) => {
      const id = uuidv7()
      const after = Object.fromEntries(fieldsOfEntity(entity).map((field) => [field, id]))
      const event = await write({ entity, entityId: id, tenantId, after })
      for (const as of [asPlatform, asTenants([tenantId])]) {
        const shown = (await items(event, { as })).flatMap((item) => item.changes)
        expect(shown.map(({ field }) => field).toSorted()).toEqual(
          [...new Set(fieldsOfEntity(entity).filter(isShown))]
            .filter((field) => entity !== 'role_conflict' || !/roleName/i.test(field))
            .toSorted(),
        )
        expect(shown.filter((change) => change.after !== id)).toEqual([])
        expect(await row(event, { as })).toMatchObject({ entity })
      }
    },
  )

  it('keep ids whose names are out of the reader’s reach', async () => {
    const { userId } = await addMember('李四')
    const stranger = uuidv7()
    await write({ entity: 'app_user', entityId: stranger, after: { fullName: '别人' } })
    const event = await write({
      ...{ entity: 'invitation', entityId: 'i', tenantId },
      after: { invitedBy: userId, acceptedBy: stranger },
    })
    expect(await changes(event, { as: asTenants([tenantId]) })).toEqual([
      ['邀请人', '', '李四'],
      ['接受人', '', stranger],
    ])
  })

  it('have an item for each thing of a list, paired by id', async () => {
    const [one, other] = [await addMember('王五', 'Wang Wu'), await addMember('赵六')]
    const state = (tenantUserId: string, accessUntil: string | null) => ({
      id: tenantUserId,
      tenantUserId,
      accessUntil,
    })
    const event = await write({
      ...{ entity: 'study_user', entityId: 'link', tenantId, call: '/studyUser/extend/batch' },
      before: { list: [state(one.id, null), state(other.id, null)] },
      after: {
        list: [state(other.id, '2027-06-30T16:00:00.000Z'), state(one.id, '2027-05-31T16:00:00.000Z')],
      },
    })
    expect(await items(event)).toMatchObject([
      { name: '王五', changes: [{ before: '', after: '2027-05-31' }] },
      { name: '赵六', changes: [{ before: '', after: '2027-06-30' }] },
    ])
    expect(await row(event)).toMatchObject({
      ...{ entityDesc: '用户授权', entityName: '王五、赵六', callDesc: '授权延期', tenantName: '词语租户' },
    })
    expect(await row(event, { language: 'en' })).toMatchObject({ entityName: 'Wang Wu, 赵六' })
  })

  it('show a grant in RTSM in lines, with the names of its roles and sites', async () => {
    const { owner } = database
    const member = await addMember('孙七')
    const softwareId = softwareCodes.rtsm
    const [studyId, siteId, tenantSiteId, studySiteId, id] = Array.from({ length: 5 }, () => uuidv7())
    const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
    const studyUrlId = await addLinkedStudy(owner, {
      tenantId,
      softwareId,
      tenantUrlId,
      studyId: studyId ?? '',
    })
    await write({ entity: 'study', entityId: studyId ?? '', tenantId, after: { studyName: '降压研究' } })
    await write({
      entity: 'tenant_site',
      entityId: tenantId,
      tenantId,
      after: { list: [{ id: tenantSiteId, siteId, nickName: '协和' }] },
    })
    await write({
      entity: 'study_site',
      entityId: studySiteId ?? '',
      tenantId,
      after: { id: studySiteId, tenantSiteId, nickName: '' },
    })
    const role = {
      roleId: '7',
      projectId: '1',
      siteIds: [studySiteId],
      stockHouseIds: ['A'],
      unblindingReason: '配药',
    }
    const grants = {
      generalRoleId: '',
      roles: [{ ...role, roleName: '{"chs":"药师","en":"Pharmacist"}', isBlind: 0 }],
    }
    await owner
      .insertInto('productAuthorization')
      .values({
        ...{ tenantId, id: id ?? '', studyUrlId, tenantUserId: member.id, language: 'zh', batchId: 'b' },
        grants: JSON.stringify({ ...grants, siteIds: [studySiteId], allSites: false }),
      })
      .execute()
    const event = await write({
      ...{ entity: 'product_authorization', entityId: studyUrlId, tenantId },
      after: {
        list: [{ id, tenantUserId: member.id, state: 'waiting' }],
        studyUrlId,
        allSites: false,
        ...grants,
      },
    })
    const [shared, person] = await items(event)
    const shown = Object.fromEntries(shared?.changes.map(({ fieldDesc, after }) => [fieldDesc, after]) ?? [])
    expect(shown).toMatchObject({ 研究软件: expect.stringMatching(/^降压研究 · /), 全部中心: '否' })
    expect(shown.产品角色).toBe('角色：药师；项目：1；设盲：非盲；揭盲理由：配药；中心：协和；库房：A')
    expect(person).toMatchObject({
      name: '孙七',
      changes: expect.arrayContaining([expect.objectContaining({ field: 'state', after: '等待产品确认' })]),
    })
    const [english] = await items(event, { language: 'en' })
    expect(english?.changes.find(({ field }) => field === 'roles')?.after).toContain('Pharmacist')
  })

  it('are the same for several events at once, with as many queries as for few', async () => {
    const [id, grants] = [uuidv7(), [uuidv7(), uuidv7()]]
    const name = (departmentName: string) =>
      write({ entity: 'department', entityId: id, tenantId, after: { id, departmentName } })
    const refer = () =>
      write({
        entity: 'department',
        entityId: uuidv7(),
        tenantId,
        after: { parentId: id, departmentName: '组' },
      })
    const grant = (list: readonly object[]) =>
      write({
        ...{ entity: 'product_authorization', entityId: 'x', tenantId },
        after: { list, generalRoleId: '7' },
      })
    const events: EventRow[] = []
    for (const departmentName of ['甲', '乙', '丙']) events.push(await name(departmentName), await refer())
    // Products may use the same id for different roles.
    for (const [index, grantId] of grants.entries()) {
      const stored = { generalRoleId: '7', generalRoleName: `角色 ${index}`, roles: [] }
      await database.owner
        .insertInto('unblinding')
        .values({
          ...{
            tenantId,
            id: grantId,
            studyUrlId: 'x',
            studyId: 'x',
            studyName: '',
            studyCode: '',
            softwareId: 'x',
          },
          ...{ personName: '', requesterName: '', language: 'zh', state: 'withdrawn', invitationId: grantId },
          grants: JSON.stringify({ ...stored, siteIds: [], allSites: true }),
        })
        .execute()
      events.push(await grant([{ id: grantId, state: 'requested' }]))
    }
    const counted = async (asked: readonly EventRow[]) => {
      const queries = jest.spyOn(pg.Client.prototype, 'query')
      try {
        return { all: await itemsOf(asked), queries: queries.mock.calls.length }
      } finally {
        queries.mockRestore()
      }
    }
    const { all, queries } = await counted(events)
    expect(all).toEqual(await Promise.all(events.map((event) => items(event))))
    const afters = all.map((one) => one.flatMap(({ changes }) => changes.map(({ after }) => after)))
    expect(afters.slice(0, 6)).toEqual([['甲'], ['甲', '组'], ['乙'], ['乙', '组'], ['丙'], ['丙', '组']])
    expect(afters.slice(6).map((texts) => texts[0])).toEqual(['角色 0', '角色 1'])
    const few = [...events.slice(0, 4), ...events.slice(6, 7)]
    expect((await counted(few)).queries).toBe(queries)
  })

  it('show the roles of a rule by the names with which it was saved', async () => {
    const rule = {
      id: 'r',
      softwareId: softwareCodes.edc,
      roleId: '1',
      roleName: '{"chs":"监查员","en":"CRA"}',
    }
    const after = { ...rule, otherRoleId: 'PM', otherRoleName: '', reason: '分离' }
    const event = await write({ entity: 'role_conflict', entityId: 'r', after })
    expect(await changes(event)).toEqual(
      expect.arrayContaining([
        ['角色一', '', '监查员'],
        ['角色二', '', 'PM'],
      ]),
    )
    expect(await row(event)).toMatchObject({ entityName: '监查员 / PM' })
  })
})

describe('the rows of a page', () => {
  it('name what an event is about, from the event or from the trail', async () => {
    const id = uuidv7()
    await write({ entity: 'app_user', entityId: id, after: { fullName: '周八', userName: 'zhouba' } })
    const changed = await write({ entity: 'app_user', entityId: id, after: { passwordMustChange: true } })
    expect(await row(changed)).toMatchObject({
      entityName: '周八',
      entityDesc: '用户',
      callDesc: '系统自动处理',
    })
    const [session, region] = [
      await write({ entity: 'session', entityId: id, call: '/sys/logout' }),
      await write({ entity: 'area', entityId: 'x', before: { areaName: '某市', areaNameEn: 'City' } }),
    ]
    expect(await row(session)).toMatchObject({ entityName: '周八', callDesc: '退出登录', tenantName: '' })
    expect(await row(region, { language: 'en' })).toMatchObject({ entityName: 'City', entityDesc: 'Region' })
  })

  it('count the things of a long list', async () => {
    const list = ['甲', '乙', '丙', '丁'].map((name) => ({ id: uuidv7(), name }))
    const event = await write({ entity: 'role', entityId: 'several', before: { list } })
    expect(await row(event)).toMatchObject({ entityName: '甲、乙、丙等 4 项' })
    expect(await row(event, { language: 'en' })).toMatchObject({
      entityName: '甲, 乙, 丙 and others, 4 in total',
    })
  })
})
