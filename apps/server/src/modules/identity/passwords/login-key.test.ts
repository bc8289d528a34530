import { createPublicKey } from 'node:crypto'
import { codes, loginKey, signIn } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { maintain } from '../../../operations/maintenance/index.ts'
import {
  addUser,
  encrypt,
  loginKeyNow,
  password,
  send,
  trySignIn,
  twoServers,
} from '../sign-in/test-kit/index.ts'
import { canDecryptLoginKey, privateKeyOf, rotateLoginKey } from './login-key.ts'

const { database, server, other } = twoServers()
const servers = [server, other] as const

const stored = () => database.owner.selectFrom('serverKey').selectAll().orderBy('createdAt').execute()

describe('the login key', () => {
  it('is created once by parallel requests on several servers, and stored encrypted', async () => {
    await database.owner.deleteFrom('serverKey').execute()
    const asked = [...servers, ...servers, ...servers].map((server) => send(server, loginKey, {}))
    const responses = (await Promise.all(asked)).map(({ data }) => data)
    const [{ keyId, publicKey } = { keyId: '', publicKey: '' }] = responses.flatMap(
      (response) => response ?? [],
    )
    for (const response of responses) expect(response).toMatchObject({ keyId, publicKey })
    const keys = await stored()
    expect(keys).toHaveLength(1)
    expect(keys[0]?.privateKeyEncrypted).not.toMatch(/PRIVATE KEY/)
    const der = Buffer.from(publicKey, 'base64')
    const { asymmetricKeyDetails } = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 })
  })

  it('decrypts passwords on any server, including non-ASCII ones', async () => {
    const { userName } = await addUser(database)
    expect((await trySignIn(servers[0], { userName, password: '密码🔑' })).code).toBe(codes.badCredentials)
    expect((await trySignIn(servers[1], { userName })).code).toBe(codes.ok)
  })

  it('produces a different ciphertext each time', async () => {
    const sent = { password, purpose: 'sign-in', name: 'somebody', nonce: 'n'.repeat(22) } as const
    expect(await encrypt(servers[0], sent)).not.toBe(await encrypt(servers[0], sent))
  })
})

/** Prepares a sign-in under the current key without sending it. */
const prepared = async () => {
  const { userName } = await addUser(database)
  return { userName, password: await encrypt(server, { password, purpose: 'sign-in', name: userName }) }
}

/** Ages the current key or the replaced ones. */
const age = (column: 'createdAt' | 'retiredAt', time: string) =>
  database.owner
    .updateTable('serverKey')
    .set({ [column]: sql<Date>`${sql.ref(column)} - ${time}::interval` })
    .execute()

describe('the lifetime of a login key', () => {
  it('ends after a month, once for all processes, and not before', async () => {
    const services = testServices(database)
    const { keyId } = await loginKeyNow(server)
    await age('createdAt', '29 days')
    await maintain(services)
    expect((await loginKeyNow(server)).keyId).toBe(keyId)
    await age('createdAt', '1 day')
    await Promise.all(Array.from({ length: 4 }, () => maintain(services)))
    expect(await stored()).toHaveLength(2)
    const next = (await loginKeyNow(server)).keyId
    expect(next).not.toBe(keyId)
    expect((await loginKeyNow(other)).keyId).toBe(next)
  })

  it('ends immediately on request of the operator, once for parallel requests', async () => {
    const services = testServices(database)
    const { keyId } = await loginKeyNow(server)
    const before = (await stored()).length
    await Promise.all([rotateLoginKey(services, 'now'), rotateLoginKey(services, 'now')])
    expect((await loginKeyNow(other)).keyId).not.toBe(keyId)
    expect(await stored()).toHaveLength(before + 1)
  })

  it('lets loaded pages continue for some minutes, then deletes the key', async () => {
    const services = testServices(database)
    const [soon, late, never] = [await prepared(), await prepared(), await prepared()]
    const { keyId } = await loginKeyNow(server)
    await rotateLoginKey(services, 'now')
    expect(await canDecryptLoginKey(services)).toBe(true)
    expect(await send(other, signIn, soon)).toMatchObject({ code: codes.ok })
    await age('retiredAt', '14 minutes')
    await maintain(services)
    expect(await send(server, signIn, late)).toMatchObject({ code: codes.ok })
    await age('retiredAt', '1 minute')
    await maintain(services)
    expect(await send(server, signIn, never)).toMatchObject({ code: codes.invalid })
    expect((await stored()).map(({ retiredAt }) => retiredAt)).toEqual([null])
    expect(await privateKeyOf(services, keyId)).toBeUndefined()
    expect(await canDecryptLoginKey(services)).toBe(true)
    expect(await send(server, signIn, await prepared())).toMatchObject({ code: codes.ok })
  })
})
