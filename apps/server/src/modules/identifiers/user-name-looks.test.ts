import { codes, userSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { up } from '../../database/migrations/0033-user-name-looks.ts'
import { type Suite, startSuite } from '../../http/test-kit/index.ts'
import { ordinaryUser } from '../access/index.ts'
import { addUser, newPhone, send } from '../sign-in/test-kit/index.ts'
import { userNameLooks } from './user-name-looks.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const save = (userName: string, language: 'zh' | 'en' = 'zh') => {
  const phone = newPhone()
  const fields = { userName, fullName: '形似', phone, email: `${phone}@hospital.example` }
  return send(
    suite.server,
    userSave,
    { ...fields, roleId: ordinaryUser.id },
    { token: suite.admin.token, language },
  )
}

const alike = {
  code: codes.invalid,
  errors: [{ field: 'userName', message: '已有看起来相同的用户名，请换一个' }],
}

describe('a user name', () => {
  it.each([
    ['a Cyrillic letter', 'zhangwei', 'zhаngwei'],
    ['a Cyrillic capital', 'Sophia', 'Ѕophia'],
    ['a Greek letter', 'nurse.ivan', 'nurse.Ιvan'],
    ['capitals of another alphabet that look like Latin ones', 'BOBBOX', 'ВОВВОХ'],
    ['a capital i for an l', 'PauIina', 'Paulina'],
    ['a one for an l', 'daniel.l', 'daniel.1'],
    ['a zero for an o', 'monitor', 'm0nit0r'],
    ['two letters for one', 'comer', 'corner'],
    ['a letter of the mathematicians', 'dm-team', '𝐝m-teаm'],
  ])('is not taken twice by means of %s', async (_, taken, again) => {
    expect((await save(taken)).code).toBe(codes.ok)
    expect(await save(again)).toMatchObject(alike)
  })

  it('says so in English too, and of the very same name that it is taken', async () => {
    await save('lookalike')
    expect((await save('lооkаlike', 'en')).errors).toMatchObject([
      {
        field: 'userName',
        message: 'User name looks the same as one that is taken; please choose another',
      },
    ])
    expect((await save('LookAlike')).errors).toMatchObject([
      { field: 'userName', message: '用户名已被使用，请换一个' },
    ])
  })

  it('may be near to another that looks different', async () => {
    for (const userName of ['wangli', 'wanglin', 'wang.li', 'wang-li', '王丽丽丽', '王莉莉莉', 'вангли'])
      expect((await save(userName)).code).toBe(codes.ok)
  })

  it('goes to one of those who want a look at the same moment', async () => {
    const names = ['simultan', 'simultаn', 'ѕimultan', 'sіmultan']
    const answers = await Promise.all(names.map((name) => save(name)))
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(3).fill(codes.invalid)])
  })
})

describe('the migration', () => {
  it('leaves those who look alike already as they are, and refuses who comes next', async () => {
    const { owner } = suite.database
    const [latin, cyrillic] = ['twinname', 'twіnname']
    const older = await addUser(suite.database, { userName: latin })
    await addUser(suite.database, { userName: cyrillic })
    await owner.transaction().execute(async (trx) => {
      await sql`drop table user_name_look`.execute(trx)
      await up(trx as unknown as Kysely<unknown>)
    })
    const looks = owner.selectFrom('userNameLook').select('userId').where('look', 'in', userNameLooks(latin))
    expect(await looks.execute()).toHaveLength(1)
    expect(await save('twinnаme')).toMatchObject(alike)
    expect(older.userName).toBe(latin)
  })
})
