import { categories, codes, siteInfo, siteSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const hangzhou = { countryId: 'CN', provinceId: '330000', cityId: '330100' }
const ningbo = { ...hangzhou, cityId: '330200' }

const save = (siteName: string, more: object = {}, language: 'zh' | 'en' = 'zh') => {
  const fields = {
    siteName,
    levelId: globalEntryId(categories.siteLevel, '3A'),
    typeId: globalEntryId(categories.siteType, 'GENERAL'),
    ...more,
  }
  return send(suite.server, siteSave, fields, { token: suite.admin.token, language })
}

const add = async (siteName: string, more: object = {}): Promise<string> => {
  const response = await save(siteName, more)
  expect(response).toMatchObject({ code: codes.ok })
  return String(response.data)
}

describe('a namesake in the same city', () => {
  it('causes a warning with its location, regardless of case and Unicode form', async () => {
    await add('Nova 医院', hangzhou)
    const variants = [
      'Nova 医院',
      'NOVA 医院',
      'Ｎｏｖａ 医院',
      ' nova 医院 ',
      'Nova医院',
      '“Nova”・医 院。',
      'NOVA-医院（）',
    ]
    for (const name of variants) {
      expect(await save(name, hangzhou)).toMatchObject({
        code: codes.invalid,
        errors: [
          { field: 'siteName', message: '“中国 - 浙江省 - 杭州市”已有名为“Nova 医院”的中心' },
          { field: 'duplicateAccepted', message: '请核对；如确认不是重复录入，仍可保存' },
        ],
      })
    }
    expect((await save('nova 医院', hangzhou, 'en')).errors?.[0]?.message).toBe(
      'China - Zhejiang - Hangzhou already has a site named “Nova 医院”',
    )
  })

  it('causes no warning if the letters differ, or if the names are symbols only', async () => {
    for (const name of ['人民医院一部', '人民医院二部', '人民医院々部', 'Site 1', 'Site 11', '——', '……'])
      await add(name, hangzhou)
  })

  it('is stored once the caller accepts it', async () => {
    const first = await add('双生医院', hangzhou)
    const second = await add('双生医院', { ...hangzhou, duplicateAccepted: true })
    expect(second).not.toBe(first)
    const { data } = await send(suite.server, siteInfo, { id: second }, suite.admin)
    expect(data).toMatchObject({ siteName: '双生医院' })
    expect(data).not.toHaveProperty('duplicateAccepted')
  })

  it('causes no warning in another city, province or country', async () => {
    await add('分院', hangzhou)
    await add('分院', ningbo)
    await add('分院', { countryId: 'CN', provinceId: '330000' })
    await add('分院', { countryId: 'CN' })
    await add('分院', { countryId: 'FR' })
    await add('分院')
  })

  it('causes a warning if neither site has a city, or any region', async () => {
    await add('无市医院', { countryId: 'FR' })
    const [warning] = (await save('无市医院', { countryId: 'FR' })).errors ?? []
    expect(warning?.message).toBe('“法国”已有名为“无市医院”的中心')
    await add('无处医院')
    expect((await save('无处医院')).errors?.[0]).toEqual({
      field: 'siteName',
      message: '已有名为“无处医院”的中心，同样未填写地区',
    })
  })
})

describe('changing a site', () => {
  it('causes a warning only if the new name or region matches another site', async () => {
    await add('邻居医院', hangzhou)
    const id = await add('自家医院', hangzhou)
    expect(await save('邻居医院', { ...hangzhou, id })).toMatchObject({ code: codes.invalid })
    await add('自家医院', { ...hangzhou, id, address: '新址' })

    const moved = await add('邻居医院', ningbo)
    expect(await save('邻居医院', { ...hangzhou, id: moved })).toMatchObject({ code: codes.invalid })
    await add('邻居医院', { ...hangzhou, id: moved, duplicateAccepted: true })
    await add('邻居医院', { ...hangzhou, id: moved, address: '改址' })
  })
})

describe('concurrent additions of one name', () => {
  it('are warned, except the first', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => save('同时医院', hangzhou)))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(7).fill(codes.invalid)])
  })
})
