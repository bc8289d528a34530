import { codes, signOut, userCenterInfo } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import {
  addUser,
  ageSession,
  send,
  signInAs,
  twoServers,
} from '../../modules/identity/sign-in/test-kit/index.ts'
import { asSystem, inTransaction } from '../database/transaction.ts'
import { endSessions } from './sessions.ts'
import { tokenHash } from './token.ts'

const { database, server: one, other } = twoServers()

const codeOf = async (token?: string, server = other): Promise<number> =>
  (await send(server, userCenterInfo, {}, { token })).code

const newSession = async () => {
  const user = await addUser(database)
  return { ...user, token: await signInAs(one, user.userName) }
}

const age = (token: string, minutes: number) => ageSession(database, token, minutes)

const lastSeen = async (token: string): Promise<Date | undefined> => {
  const hash = tokenHash(token)
  const query = database.owner.selectFrom('session').select('lastSeenAt').where('tokenHash', '=', hash)
  return (await query.executeTakeFirst())?.lastSeenAt
}

describe('a session', () => {
  it('is valid on every server', async () => {
    const { token } = await newSession()
    expect(await codeOf(token, one)).toBe(codes.ok)
    expect(await codeOf(token, other)).toBe(codes.ok)
  })

  it('requires a token that the server issued, outside a cookie', async () => {
    const { token } = await newSession()
    expect(await codeOf()).toBe(codes.noSession)
    expect(await codeOf('invented')).toBe(codes.noSession)
    const headers = { cookie: `usercache=${encodeURIComponent(JSON.stringify({ sessionKey: token }))}` }
    const response = await fetch(`${one.api}/sys/user/getUserCenterInfo`, { method: 'POST', headers })
    expect(await response.json()).toMatchObject({ code: codes.noSession })
  })

  it('expires when it is not used for the minutes of the safe strategy', async () => {
    const { token } = await newSession()
    await age(token, 29)
    expect(await codeOf(token)).toBe(codes.ok)
    await age(token, 29)
    expect(await codeOf(token)).toBe(codes.ok)
    await age(token, 30)
    expect(await codeOf(token)).toBe(codes.sessionExpired)
    expect(await codeOf(token, one)).toBe(codes.sessionExpired)
  })

  it('records its last use at most once a minute', async () => {
    const { token } = await newSession()
    const begun = await lastSeen(token)
    await codeOf(token)
    expect(await lastSeen(token)).toEqual(begun)
    await age(token, 2)
    const aged = await lastSeen(token)
    await Promise.all([codeOf(token), codeOf(token, one), codeOf(token)])
    expect(await lastSeen(token)).not.toEqual(aged)
  })

  it('ends on sign-out, while the user’s other sessions continue', async () => {
    const { userName, token } = await newSession()
    const second = await signInAs(one, userName)
    expect((await send(one, signOut, {}, { token })).code).toBe(codes.ok)
    expect(await codeOf(token)).toBe(codes.noSession)
    expect(await codeOf(second)).toBe(codes.ok)
  })

  it('ends with all other sessions of the user on every server when an administrator ends them', async () => {
    const { id, token } = await newSession()
    await inTransaction(database.db, asSystem, (trx) => endSessions(trx, id, 'administrator'))
    expect(await codeOf(token, one)).toBe(codes.sessionEnded)
    expect(await codeOf(token, other)).toBe(codes.sessionEnded)
  })

  it('ends when its user is locked', async () => {
    const { id, token } = await newSession()
    await database.owner.updateTable('appUser').set({ status: '1' }).where('id', '=', id).execute()
    expect(await codeOf(token)).toBe(codes.sessionEnded)
  })

  it('does not expire unused if the safe strategy sets no minutes', async () => {
    await database.owner.updateTable('safeStrategy').set({ validityTime: 0 }).execute()
    const { token } = await newSession()
    await age(token, 60 * 24 * 365)
    expect(await codeOf(token)).toBe(codes.ok)
    await database.owner.updateTable('safeStrategy').set({ validityTime: 30 }).execute()
  })
})
