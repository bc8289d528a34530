import { codes, newUserName, requiredName, userSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { up } from '../../../platform/database/migrations/0033-user-name-looks.ts'
import { up as dropInvisible } from '../../../platform/database/migrations/0113-visible-names.ts'
import { up as foldKeys } from '../../../platform/database/migrations/0140-folded-keys.ts'
import { ordinaryUser } from '../../access/index.ts'
import { addUser, newPhone, send } from '../sign-in/test-kit/index.ts'
import { userNameKey } from './keys.ts'
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
    ['a mathematical letter', 'dm-team', '𝐝m-teаm'],
  ])('cannot be taken twice with %s', async (_, taken, again) => {
    expect((await save(taken)).code).toBe(codes.ok)
    expect(await save(again)).toMatchObject(alike)
  })

  it('is rejected in English too, and an equal name is reported as taken', async () => {
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

  it('may be similar to another one that looks different', async () => {
    for (const userName of ['wangli', 'wanglin', 'wang.li', 'wang-li', '王丽丽丽', '王莉莉莉', 'вангли'])
      expect((await save(userName)).code).toBe(codes.ok)
  })

  it('is given to only one of several users who request similar names at once', async () => {
    const names = ['simultan', 'simultаn', 'ѕimultan', 'sіmultan']
    const responses = await Promise.all(names.map((name) => save(name)))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(3).fill(codes.invalid)])
  })
})

/** Every invisible code point. */
const invisible = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character))

describe('invisible characters', () => {
  it('do not make user names distinct, and are rejected in new ones', () => {
    expect(invisible.length).toBeGreaterThan(4000)
    const wrong = invisible.filter((character) => {
      const name = `zhang${character}wei`
      const same =
        userNameKey(name) === 'zhangwei' && userNameLooks(name).join() === userNameLooks('zhangwei').join()
      return !same || newUserName.safeParse(name).success
    })
    expect(wrong).toEqual([])
  })

  it('do not make personal names distinct', () => {
    expect(invisible.filter((character) => requiredName().parse(`江${character}南`) !== '江南')).toEqual([])
    expect(invisible.filter((character) => requiredName().safeParse(character).success)).toEqual([])
  })

  it('are removed from existing names unless two would become equal', async () => {
    const { owner } = suite.database
    const older = await addUser(suite.database, { userName: 'hidden' })
    const rawKey = { userName: 'hid\u034fden', userNameKey: 'hid\u034fden' }
    const twin = await addUser(suite.database, rawKey)
    const alone = await addUser(suite.database, { userName: 'al\u034fone', userNameKey: 'al\u034fone' })
    const tenant = { id: 'invisible', tenantName: '隐\u3164形', abbr: 'x', categoryId: '', tenantCode: 'INV' }
    await owner.insertInto('tenant').values(tenant).execute()
    await owner.transaction().execute((trx) => dropInvisible(trx as unknown as Kysely<unknown>))
    const users = await owner
      .selectFrom('appUser')
      .select(['id', 'userName', 'userNameKey'])
      .where('id', 'in', [older.id, twin.id, alone.id])
      .execute()
    expect(new Map(users.map(({ id, ...names }) => [id, names]))).toEqual(
      new Map([
        [older.id, { userName: 'hidden', userNameKey: 'hidden' }],
        [twin.id, rawKey],
        [alone.id, { userName: 'alone', userNameKey: 'alone' }],
      ]),
    )
    const stored = owner.selectFrom('tenant').select('tenantName').where('id', '=', tenant.id)
    expect(await stored.executeTakeFirst()).toEqual({ tenantName: '隐形' })
  })
})

describe('existing user names', () => {
  it('are found by their folded keys, unless two would become equal', async () => {
    const { owner } = suite.database
    await addUser(suite.database, { userName: 'folded-one' })
    const twin = { userName: 'folded\u2010one', userNameKey: 'folded\u2010one' }
    const { id: twinId } = await addUser(suite.database, twin)
    const alone = await addUser(suite.database, {
      userName: 'İbrahim\u2011x',
      userNameKey: 'i\u0307brahim\u2011x',
    })
    await owner.transaction().execute((trx) => foldKeys(trx as unknown as Kysely<unknown>))
    const keys = owner
      .selectFrom('appUser')
      .select(['id', 'userNameKey'])
      .where('id', 'in', [twinId, alone.id])
    expect(new Map((await keys.execute()).map(({ id, userNameKey: key }) => [id, key]))).toEqual(
      new Map([
        [twinId, twin.userNameKey],
        [alone.id, userNameKey('İBRAHIM-x')],
      ]),
    )
  })

  it('are rejected for other users with any kind of hyphen', async () => {
    expect((await save('hyphen-ated')).code).toBe(codes.ok)
    for (const userName of ['hyphen\u2010ated', 'HYPHEN－ated', 'ｈｙｐｈｅｎ\u2212ated'])
      expect((await save(userName)).errors).toMatchObject([
        { field: 'userName', message: '用户名已被使用，请换一个' },
      ])
  })
})

describe('the migration', () => {
  it('keeps existing look-alike names and rejects new ones', async () => {
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
