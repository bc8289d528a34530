import { codes, regionChildren, regionLevels, regionList } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const list = async (input: object, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, regionList, input, { token: suite.guest.token, language })).data

describe('regions', () => {
  it('lists countries by default, China first', async () => {
    const data = await list({ limit: 10_000 })
    expect(data?.totalCount).toBe(249)
    expect(data?.list).toHaveLength(249)
    expect(data?.list[0]).toMatchObject({
      id: 'CN',
      parentId: '',
      displayName: '中国',
      level: regionLevels.country,
    })
    expect((await list({ limit: 1 }, 'en'))?.list).toMatchObject([{ displayName: 'China' }])
  })

  it('lists regions by level and by parent', async () => {
    expect((await list({ level: regionLevels.province }))?.totalCount).toBe(34)
    const cities = await list({ parentId: '320000', limit: 100 })
    expect(cities?.list.map(({ level }) => level)).toEqual(Array(cities?.totalCount).fill(regionLevels.city))
    expect(await list({ parentId: '320000', level: regionLevels.country })).toMatchObject({ totalCount: 0 })
  })

  it('finds regions by a keyword in either name or the code', async () => {
    const ids = async (keyWord: string) => (await list({ keyWord, level: 2 }))?.list.map(({ id }) => id)
    expect(await ids('江苏')).toEqual(['320000'])
    expect(await ids('jiangsu')).toEqual(['320000'])
    expect(await ids('3200')).toEqual(['320000'])
    expect(await ids('%')).toEqual([])
  })

  it('lists the children of a region', async () => {
    const { data } = await send(suite.server, regionChildren, { id: 'CN' }, suite.guest)
    expect(data).toHaveLength(34)
    expect(await send(suite.server, regionChildren, { id: 'XX' }, suite.guest)).toMatchObject({
      code: codes.notFound,
    })
    expect(await send(suite.server, regionChildren, { id: 'US' }, suite.guest)).toMatchObject({ data: [] })
  })
})
