import { createPublicKey } from 'node:crypto'
import { codes, loginKey } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { addUser, encrypt, identityOfFile, password, send, trySignIn } from '../test-kit/index.ts'

const { database, server, other } = identityOfFile()
const servers = [server, other] as const

const stored = () => database.owner.selectFrom('serverKey').selectAll().execute()

describe('the login key', () => {
  it('is made once by servers that are asked at once, and kept encrypted', async () => {
    const asked = [...servers, ...servers, ...servers].map((server) => send(server, loginKey, {}))
    const answers = (await Promise.all(asked)).map(({ data }) => data)
    const [{ keyId, publicKey } = { keyId: '', publicKey: '' }] = answers.flatMap((answer) => answer ?? [])
    for (const answer of answers) expect(answer).toMatchObject({ keyId, publicKey })
    const keys = await stored()
    expect(keys).toHaveLength(1)
    expect(keys[0]?.privateKeyEncrypted).not.toMatch(/PRIVATE KEY/)
    const der = Buffer.from(publicKey, 'base64')
    const { asymmetricKeyDetails } = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 })
  })

  it('opens on one server what was encrypted for another, and passwords beyond ASCII', async () => {
    const { userName } = await addUser(database)
    expect((await trySignIn(servers[0], { userName, password: '密码🔑' })).code).toBe(codes.badCredentials)
    expect((await trySignIn(servers[1], { userName })).code).toBe(codes.ok)
  })

  it('makes another ciphertext of the same password each time', async () => {
    const sent = { password, purpose: 'sign-in', name: 'somebody', nonce: 'n'.repeat(22) } as const
    expect(await encrypt(servers[0], sent)).not.toBe(await encrypt(servers[0], sent))
  })
})
