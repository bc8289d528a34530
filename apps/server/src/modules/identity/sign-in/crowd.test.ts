import { codes, signIn } from '@atrium/contract'
import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { addUser, encrypt, identityOfFile, newAddress, password, send, trySignIn } from '../test-kit/index.ts'
import { mostAtOnce } from './in-crowd.ts'

const { database, server } = identityOfFile()

it('one address has no more attempts under way than others can wait for, and those turned away do not count', async () => {
  const { userName } = await addUser(database)
  const address = newAddress()
  const right = { password, purpose: 'sign-in', name: userName } as const
  const encrypted = await Promise.all(Array.from({ length: mostAtOnce + 1 }, () => encrypt(server, right)))
  const turnedAway = Promise.withResolvers<unknown>()
  const attempts = await database.owner.transaction().execute(async (trx) => {
    // Nobody gets on until the last one has been turned away.
    await sql`lock table login_failure in access exclusive mode`.execute(trx)
    const begun = encrypted.map((password) =>
      send(server, signIn, { userName, password }, { address }).catch(turnedAway.resolve),
    )
    expect(await turnedAway.promise).toMatchObject({ message: expect.stringContaining('HTTP 429') })
    return begun
  })
  const answers = (await Promise.all(attempts)).filter((answer) => answer !== undefined)
  expect(answers).toHaveLength(mostAtOnce)
  expect(await trySignIn(server, { userName, address: newAddress() })).toMatchObject({ code: codes.ok })
  // There is room again once the others have been answered.
  const other = await addUser(database)
  expect(await trySignIn(server, { userName: other.userName, address })).toMatchObject({ code: codes.ok })
})
