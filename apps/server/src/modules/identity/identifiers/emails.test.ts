import { codes, mailList, tenantSave, userList, userPull, userSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { ordinaryUser } from '../../access/index.ts'
import { newPhone, send } from '../sign-in/test-kit/index.ts'
import { emailKey, searchedContact } from './index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

let count = 0
const save = (email: string, language: 'zh' | 'en' = 'zh') => {
  const fields = { userName: `mailed${++count}`, fullName: '有邮箱', phone: newPhone(), email }
  return send(
    suite.server,
    userSave,
    { ...fields, roleId: ordinaryUser.id },
    { token: suite.admin.token, language },
  )
}

describe('an address with an internationalised domain', () => {
  const typed = 'li@例子.公司'
  const stored = 'li@xn--fsqu00a.xn--55qx5d'

  it('is stored in ASCII, shown as typed, and found in both forms', async () => {
    const { data: id } = await save(typed)
    const row = suite.database.owner.selectFrom('appUser').select(['email', 'emailKey']).where('id', '=', id)
    expect(await row.execute()).toEqual([{ email: stored, emailKey: stored }])
    for (const keyWord of [typed, stored, 'LI@例子.公司', '@例子.公司', 'li@例子。公司']) {
      const found = await send(suite.server, userList, { keyWord }, suite.admin)
      expect(found.data?.list).toMatchObject([{ id, email: typed }])
    }
  })

  it('receives mail at its ASCII form', async () => {
    const sent = suite.database.owner
      .selectFrom('message')
      .select('recipient')
      .where('recipient', '=', stored)
    expect((await sent.execute()).length).toBeGreaterThan(0)
    const listed = await send(suite.server, mailList, { keyWord: typed }, suite.admin)
    expect(listed.data?.list[0]).toMatchObject({ to: typed })
  })

  it('is unique across all its forms once a user has verified it', async () => {
    const owned = suite.database.owner
      .updateTable('appUser')
      .set({ emailValid: 0 })
      .where('email', '=', stored)
    await owned.execute()
    const taken = { code: codes.invalid, errors: [{ field: 'email' }] }
    for (const again of [typed, stored, 'Li@例子.公司', 'ｌｉ＠例子．公司', stored.toUpperCase()])
      expect(await save(again)).toMatchObject(taken)
    const pulled = await send(suite.server, userPull, { email: 'LI@例子.公司' }, suite.admin)
    expect(pulled.data).toMatchObject({ email: typed })
  })
})

describe('an invalid e-mail address', () => {
  it.each(['a..b@x.cn', '.a@x.cn', 'a.@x.cn', 'a@1.2.3.4', 'a@[1.2.3.4]', 'a@x'])(
    'is rejected in its field: %s',
    async (email) => {
      expect(await save(email)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'email', message: '电子邮箱格式不正确' }],
      })
      const tenant = { tenantName: '无效邮箱', abbr: '无', categoryId: 'hospital', email }
      const { errors } = await send(suite.server, tenantSave, tenant, suite.admin)
      expect(errors).toContainEqual({ field: 'email', message: '电子邮箱格式不正确' })
    },
  )

  it('is rejected with a clear reason for non-Latin letters before the @', async () => {
    expect((await save('用户@例子.公司')).errors).toEqual([
      { field: 'email', message: '电子邮箱中 @ 前面的部分只能使用英文字母、数字和 . _ - + 等英文符号' },
    ])
    expect((await save('用户@例子.公司', 'en')).errors).toEqual([
      {
        field: 'email',
        message: 'E-mail may contain only English letters, digits and signs such as . _ - + before the @',
      },
    ])
  })
})

describe('the key of an address', () => {
  it.each([
    ['Wang.Min@Hospital.CN', 'wang.min@hospital.cn'],
    [' ｗａｎｇ＠hospital.cn ', 'wang@hospital.cn'],
    ['li@MÜNCHEN.de', 'li@xn--mnchen-3ya.de'],
    ['nobody', 'nobody'],
  ])('of %s is %s', (email, key) => {
    expect(emailKey(email)).toBe(key)
  })

  it('is searched by the typed part, with a complete domain in ASCII', () => {
    expect(searchedContact('li@München.de')).toBe('li@xn--mnchen-3ya.de')
    for (const part of ['li@hosp', '@hospital', 'li@', '例子.公司']) expect(searchedContact(part)).toBe(part)
  })
})
