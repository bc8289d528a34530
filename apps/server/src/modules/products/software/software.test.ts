import { createHash } from 'node:crypto'
import {
  authorizationTypes,
  codes,
  maskedKey,
  signInStyles,
  softwareCodes,
  softwareCombobox,
  softwareDelete,
  softwareInfo,
  softwareList,
  softwareSave,
  userInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { describePlainEntity, plainEntityKit, type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { asPlatform, inTransaction } from '../../../platform/database/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { productUses } from './entity.ts'
import { seedSoftware } from './index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const key = 'k3y-of-a-product-0123456789'

const software = {
  list: softwareList,
  save: softwareSave,
  remove: softwareDelete,
  example: (softwareName: string) => {
    const code = createHash('md5').update(softwareName).digest('hex').slice(0, 12)
    return {
      softwareName,
      softwareNameEn: 'Example',
      describe: '示例',
      webCode: `W${code}`,
      appCode: `A${code}`,
      validityTime: 45,
      // Products have a configurable order; this one puts the newest first.
      sort: softwareName === '示例最新' ? 0 : 5,
      authorizationStyle: 2,
      isStudyAuthorization: 0,
      projdbShow: 0,
      remindDay: 5,
      expiredDay: 60,
      signInStyle: signInStyles.openId,
    }
  },
  secrets: { appKey: key },
  name: 'softwareName',
  text: 'describe',
}

const { add, call, find, rejectedFields, remove, save } = plainEntityKit(() => suite, software)

const rowOf = (id: string) =>
  suite.database.owner.selectFrom('software').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a product', () => {
  describePlainEntity(() => suite, software)

  it('has its name in the caller’s language, singly and in lists, and never its key', async () => {
    const id = await add('示例名称', { softwareNameEn: 'Named' })
    const alone = await call(softwareInfo, { id }, 'en')
    expect(alone.data).toMatchObject({ displayName: 'Named', softwareName: '示例名称', appKey: maskedKey })
    expect(await find(id, 'en')).toEqual(alone.data)
    expect(await find(id)).toMatchObject({ displayName: '示例名称' })
    expect(await call(softwareInfo, { id: 'nobody' })).toMatchObject({ code: codes.notFound })
  })

  it('requires name, codes, key, session timeout and order, and accepts only digits in the last two', async () => {
    const blank = { softwareName: ' ', webCode: '', appCode: '', appKey: '', validityTime: '', sort: '' }
    const required = ['softwareName', 'webCode', 'appCode', 'appKey', 'validityTime', 'sort']
    expect(await rejectedFields(blank)).toEqual(required)
    expect(await rejectedFields({ validityTime: '-1', sort: '1.5' })).toEqual(['validityTime', 'sort'])
    const response = await call(softwareSave, { ...software.example('参照'), appKey: key, sort: 'x' }, 'en')
    expect(response.errors).toEqual([{ field: 'sort', message: 'Order may contain digits only' }])
    const id = await add('示例数字', { validityTime: '007', sort: '0' })
    expect(await find(id)).toMatchObject({ validityTime: 7, sort: 0 })
  })

  it('accepts only codes that fit into URLs and headers', async () => {
    for (const code of ['a b', 'a/b', '编码', 'a:b', 'a\nb'])
      expect(await rejectedFields({ webCode: code, appCode: code })).toEqual(['webCode', 'appCode'])
    await add('示例编码', { webCode: 'v2.0_a-B' })
  })

  it('has one of four styles of authorization, or none', async () => {
    for (const none of [0, '0', '', null]) {
      const id = await add(`示例无方式${String(none)}`, { authorizationStyle: none })
      expect(await find(id)).toMatchObject({ authorizationStyle: 0 })
      expect((await rowOf(id)).authorizationStyle).toBeNull()
      await remove(id)
    }
    for (const wrong of [5, -1, 'x', '01'])
      expect(await rejectedFields({ authorizationStyle: wrong })).toEqual(['authorizationStyle'])
  })

  it('signs its users in by one-time codes or OpenID Connect, by codes unless it is sent', async () => {
    const { signInStyle: _, ...others } = software.example('示例登录方式')
    const { data: id } = await call(softwareSave, { ...others, appKey: key })
    expect(await find(String(id))).toMatchObject({ signInStyle: signInStyles.handOver })
    for (const wrong of [0, 3, '', null, 'openId'])
      expect(await rejectedFields({ signInStyle: wrong })).toEqual(['signInStyle'])
  })

  it('rejects codes used by another product, with an error at each field', async () => {
    await add('示例占用')
    const { webCode, appCode } = software.example('示例占用')
    const response = await call(softwareSave, {
      ...software.example('另一个'),
      appKey: key,
      webCode,
      appCode,
    })
    expect(response).toMatchObject({
      code: codes.invalid,
      errors: [
        { field: 'webCode', message: 'Web 编码已被使用，请换一个' },
        { field: 'appCode', message: '应用编码已被使用，请换一个' },
      ],
    })
  })

  it('is added once if concurrent calls use the same code', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => save('同时软件')))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(5).fill(codes.invalid)])
  })
})

describe('deleting a product', () => {
  it('is rejected while the product is in use, with the number of uses', async () => {
    const id = await add('示例在用')
    const url = 'https://edc.example'
    const { tenantId } = suite.here
    await suite.database.owner
      .insertInto('tenantUrl')
      .values({ tenantId, id: 'use', softwareId: id, urlName: '在用', url, mobileUrl: url })
      .execute()
    expect(await remove(id)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个租户域名',
    })
    expect(await find(id)).toBeDefined()
    await suite.database.owner.deleteFrom('tenantUrl').where('id', '=', 'use').execute()
    expect(await remove(id)).toMatchObject({ code: codes.ok })
  })

  it('covers every table that refers to products', async () => {
    // Rows that are deleted along with the product, such as used nonces, do not block its deletion.
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and conparentid = 0 and confrelid = 'software'::regclass and confdeltype <> 'c' order by 1`.execute(
      suite.database.owner,
    )
    const inSql = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    expect(rows.map(({ name }) => name)).toEqual(productUses.map(({ table }) => inSql(table)).toSorted())
  })

  it('waits for a concurrent use of the product, and is then rejected', async () => {
    const id = await add('示例抢用')
    const { owner } = suite.database
    const url = 'https://edc.example'
    const { tenantId } = suite.here
    const response = await owner.transaction().execute(async (trx) => {
      await trx
        .insertInto('tenantUrl')
        .values({ tenantId, id: 'late', softwareId: id, urlName: '抢用', url, mobileUrl: url })
        .execute()
      const removal = remove(id)
      // The deletion waits for this transaction, which refers to the row.
      await waiting()
      return { removal }
    })
    expect(await response.removal).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个租户域名',
    })
  })

  it('is forbidden for the suite itself', async () => {
    expect(await remove(softwareCodes.account)).toMatchObject({
      code: codes.forbidden,
      message: '用户中心即本系统，不能删除',
    })
  })
})

/** Waits until a statement in this database is blocked by another. */
async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(suite.database.owner)
    if (rows[0] && rows[0].count > 0) return
  }
}

describe('choosing a product', () => {
  it('offers all products with their ids, in the language of the request', async () => {
    for (const { token } of [suite.admin, suite.here]) {
      const { data } = await send(suite.server, softwareCombobox, {}, { token, language: 'en' })
      expect(data?.map(({ code }) => code)).toEqual(expect.arrayContaining(Object.values(softwareCodes)))
      const rtsm = data?.find(({ code }) => code === softwareCodes.rtsm)
      expect(rtsm?.desc).toBe('Randomisation and Trial Supply Management (RTSM)')
    }
  })

  it('offers the authorization styles', async () => {
    const { data } = await send(suite.server, authorizationTypes, {}, suite.admin)
    expect(data?.map(({ code }) => code)).toEqual(['1', '2', '3', '4'])
    expect(data?.[0]?.desc).toContain('RTSM')
  })
})

describe('the delivered products', () => {
  const deliveredOf = async (token: string, language: 'zh' | 'en') =>
    (await send(suite.server, userInfo, {}, { token, language })).data?.softwareList?.filter(({ code }) =>
      Object.values<string>(softwareCodes).includes(code),
    )

  it('are all visible to a platform administrator, with names in the language of the request', async () => {
    const zh = await deliveredOf(suite.admin.token, 'zh')
    expect(zh?.map(({ code }) => code)).toEqual(['00', '020', '030', '040', '070', '101'])
    expect(zh?.[1]).toEqual({ code: '020', desc: '电子数据采集系统（EDC）' })
    expect((await deliveredOf(suite.admin.token, 'en'))?.[1]?.desc).toBe('Electronic Data Capture (EDC)')
  })

  it('include only the user centre for other users', async () => {
    for (const { token } of [suite.here, suite.guest])
      expect(await deliveredOf(token, 'zh')).toEqual([{ code: '00', desc: '用户中心' }])
  })

  it('keep their web code, which the suite relies on, and can otherwise be changed', async () => {
    const edc = await find(softwareCodes.edc)
    const changed = { ...edc, appKey: key, describe: '改过' }
    const renamed = await call(softwareSave, { ...changed, webCode: '021' })
    expect(renamed).toMatchObject({ code: codes.invalid, errors: [{ field: 'webCode' }] })
    expect(await call(softwareSave, changed)).toMatchObject({ code: codes.ok })
    expect(await find(softwareCodes.edc)).toMatchObject({ describe: '改过', webCode: '020' })
  })

  it('keep the changes of an administrator', async () => {
    const { owner, db } = suite.database
    await owner.updateTable('software').set({ softwareName: '改名' }).where('id', '=', '101').execute()
    await owner.deleteFrom('software').where('id', '=', '070').execute()
    await inTransaction(db, asPlatform, seedSoftware)
    const rows = await owner
      .selectFrom('software')
      .select(['id', 'softwareName'])
      .where('id', 'in', Object.values(softwareCodes))
      .orderBy('id')
      .execute()
    expect(rows).toHaveLength(5)
    expect(rows.at(-1)).toEqual({ id: '101', softwareName: '改名' })
  })
})
