import { type Call, categories, codes, dictionarySave, regionSave, userSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { whileLocked } from '../../../test-support/index.ts'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { platformAdministrator } from '../../modules/access/index.ts'
import { addMembership, addReachable, addUser, send } from '../../modules/identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

it('rejects a save that refers to a row deleted at the same moment', async () => {
  const { owner } = suite.database
  const { id } = await addUser(suite.database)
  const tenantId = await addMembership(suite.database, id, null)
  const entry = { tenantId, categoryId: categories.position, dicName: '监查员', dicCode: 'CRA', sort: 1 }
  const { saving } = await whileLocked(
    suite.database,
    async (trx) => {
      await trx.deleteFrom('tenantUser').where('tenantId', '=', tenantId).execute()
      await trx.deleteFrom('tenant').where('id', '=', tenantId).execute()
    },
    async (awaited) => {
      const saving = send(suite.server, dictionarySave, entry, { token: suite.admin.token })
      await awaited()
      return { saving }
    },
  )
  expect(await saving).toMatchObject({ code: codes.notFound, data: null })
  const left = owner.selectFrom('dictionary').select('id').where('tenantId', '=', tenantId)
  expect(await left.execute()).toEqual([])
})

describe('the check for duplicates', () => {
  const rejectedBy = async (call: Call, input: object) => {
    const { code, errors = [] } = await send(suite.server, call, input, { token: suite.admin.token })
    expect(code).toBe(codes.invalid)
    return errors.map(({ field, message }) => `${field}: ${message}`)
  }

  it('reports every duplicate field at once, ignoring case', async () => {
    const region = { areaName: 'Freedonia', areaCode: 'FD', sort: 1 }
    const { data: id } = await send(suite.server, regionSave, region, { token: suite.admin.token })
    const both = ['areaName: 区域名称已被使用，请换一个', 'areaCode: 区域编码已被使用，请换一个']
    expect(await rejectedBy(regionSave, { ...region, areaName: 'FREEDONIA', areaCode: 'fd' })).toEqual(both)
    expect(await rejectedBy(regionSave, { ...region, areaName: 'Sylvania' })).toEqual(both.slice(1))
    const again = await send(suite.server, regionSave, { ...region, id }, { token: suite.admin.token })
    expect(again.code).toBe(codes.ok)
  })

  it('reports the same text in another width, or with another hyphen or minus sign', async () => {
    const region = { areaName: 'Zone ＬＭＸ-101', areaCode: 'ZL-1', sort: 1 }
    const saved = await send(suite.server, regionSave, region, suite.admin)
    expect(saved.code).toBe(codes.ok)
    for (const [areaName, areaCode] of [
      ['zone lmx-101', 'ＺＬ－１'],
      ['Zone LMX\u2011101', 'ZL\u22121'],
      ['ZONE LMX－101', 'zl\u20131'],
    ] as const)
      expect(await rejectedBy(regionSave, { areaName, areaCode, sort: 1 })).toEqual([
        'areaName: 区域名称已被使用，请换一个',
        'areaCode: 区域编码已被使用，请换一个',
      ])
    const kept = suite.database.owner.selectFrom('area').select('areaName').where('id', '=', saved.data)
    expect(await kept.execute()).toEqual([{ areaName: 'Zone ＬＭＸ-101' }])
  })

  it('rejects all but one of several simultaneous saves whose texts differ only in the hyphen', async () => {
    const save = (areaCode: string) =>
      send(suite.server, regionSave, { areaName: `同时 ${areaCode}`, areaCode, sort: 1 }, suite.admin)
    const hyphens = ['-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uff0d']
    const responses = await Promise.all(hyphens.map((hyphen) => save(`SM${hyphen}1`)))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(7).fill(codes.invalid)])
  })

  it('still saves rows that already collided before texts were folded', async () => {
    const { owner } = suite.database
    const code = (areaCode: string) => ({ areaName: `旧区 ${areaCode}`, areaCode, sort: 1 })
    const { data: id } = await send(suite.server, regionSave, code('OLD-1'), suite.admin)
    const old = { ...code('OLD\u20101'), id: 'collided', level: 1 as const }
    await owner.insertInto('area').values(old).execute()
    const change = (fields: object) =>
      send(suite.server, regionSave, { ...code('OLD\u20101'), id: old.id, ...fields }, suite.admin)
    expect((await change({ sort: 2 })).code).toBe(codes.ok)
    expect((await change({ areaCode: 'OLD-2', areaName: '旧区二' })).code).toBe(codes.ok)
    expect((await change({})).errors?.map(({ field }) => field)).toEqual(['areaName', 'areaCode'])
    expect((await send(suite.server, regionSave, { ...code('OLD-1'), id, sort: 3 }, suite.admin)).code).toBe(
      codes.ok,
    )
  })

  it('compares folded text for each unique index over a name or code', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace
        and pg_get_indexdef(indexrelid) ~* 'normalize|dic_code|job_name|web_code|app_code'
        and to_regclass(relname || '_folded') is null`.execute(suite.database.owner)
    expect(rows).toEqual([])
    const entry = { tenantId: '0', categoryId: categories.position, dicName: '折叠', sort: 1 }
    const saved = await send(suite.server, dictionarySave, { ...entry, dicCode: 'FOLD-1' }, suite.admin)
    expect(saved.code).toBe(codes.ok)
    for (const dicCode of ['fold-1', 'ＦＯＬＤ-1', 'FOLD\u20111'])
      expect(await rejectedBy(dictionarySave, { ...entry, dicCode })).toEqual([
        'dicCode: 编码已被使用，请换一个',
      ])
  })

  it('treats missing parents as equal, and different categories as different', async () => {
    const entry = {
      tenantId: '0',
      categoryId: categories.position,
      dicName: '护士',
      dicCode: 'NURSE-9',
      sort: 1,
    }
    expect((await send(suite.server, dictionarySave, entry, { token: suite.admin.token })).code).toBe(
      codes.ok,
    )
    expect(await rejectedBy(dictionarySave, entry)).toEqual(['dicCode: 编码已被使用，请换一个'])
    const elsewhere = { ...entry, categoryId: categories.userType }
    expect((await send(suite.server, dictionarySave, elsewhere, { token: suite.admin.token })).code).toBe(
      codes.ok,
    )
  })

  it('reports duplicates of a new user together with all other mistakes', async () => {
    const { userName, email, phone } = await addReachable(suite.database, {})
    const user = {
      userName,
      email,
      phone,
      fullName: '重复',
      roleId: platformAdministrator.id,
      countryId: 'nowhere',
    }
    const fields = (await rejectedBy(userSave, user)).map((line) => line.split(':')[0])
    expect(fields.sort()).toEqual(['countryId', 'email', 'phone', 'userName'])
  })
})
