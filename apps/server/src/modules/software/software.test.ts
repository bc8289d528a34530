import { authorizationTypes, softwareCombobox, userInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { asPlatform, inTransaction } from '../../database/index.ts'
import { type Suite, startSuite } from '../../http/test-kit/index.ts'
import { send } from '../sign-in/test-kit/index.ts'
import { seedSoftware } from './index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const softwareOf = async (token: string, language: 'zh' | 'en') =>
  (await send(suite.server, userInfo, {}, { token, language })).data?.softwareList

describe('choosing a product', () => {
  it('offers all of them, by id, in the language of the request', async () => {
    for (const { token } of [suite.admin, suite.here]) {
      const { data } = await send(suite.server, softwareCombobox, {}, { token, language: 'en' })
      expect(data?.map(({ code }) => code)).toEqual(['00', '020', '030', '040', '070', '101'])
      expect(data?.[2]?.desc).toBe('Randomization and Trial Supply Management (RTSM)')
    }
  })

  it('offers the ways in which its users can be authorized', async () => {
    const { data } = await send(suite.server, authorizationTypes, {}, suite.admin)
    expect(data?.map(({ code }) => code)).toEqual(['1', '2', '3', '4'])
    expect(data?.[0]?.desc).toContain('RTSM')
  })
})

describe('the products', () => {
  it('are all a platform administrator’s, named in the language of the request', async () => {
    const zh = await softwareOf(suite.admin.token, 'zh')
    expect(zh?.map(({ code }) => code)).toEqual(['00', '020', '030', '040', '070', '101'])
    expect(zh?.[1]).toEqual({ code: '020', desc: '电子数据采集系统（EDC）' })
    expect((await softwareOf(suite.admin.token, 'en'))?.[1]?.desc).toBe('Electronic Data Capture (EDC)')
  })

  it('are the user centre alone for anybody else', async () => {
    for (const { token } of [suite.here, suite.guest])
      expect(await softwareOf(token, 'zh')).toEqual([{ code: '00', desc: '用户中心' }])
  })

  it('keep what an administrator has made of them', async () => {
    const { owner, db } = suite.database
    await owner.updateTable('software').set({ softwareName: '改名' }).where('id', '=', '101').execute()
    await owner.deleteFrom('software').where('id', '=', '070').execute()
    await inTransaction(db, asPlatform, seedSoftware)
    const rows = await owner.selectFrom('software').select(['id', 'softwareName']).orderBy('id').execute()
    expect(rows).toHaveLength(5)
    expect(rows.at(-1)).toEqual({ id: '101', softwareName: '改名' })
  })
})
