import { codes, sendSignInCode, signInByPhone } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import { whileLocked } from '../../../../test-support/index.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import { addReachable, newAddress, secretSentTo, send, twoServers } from '../sign-in/test-kit/index.ts'
import { anyAddress, anyName, clearFailures, countsForUpdate } from './counters.ts'

const { database, server } = twoServers()

const lockedCount = (trx: Trx, nameKey: string, address: string) =>
  trx
    .selectFrom('loginFailure')
    .select('failures')
    .where('nameKey', '=', nameKey)
    .where('address', '=', address)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

const isFree = async (nameKey: string, address: string): Promise<boolean> =>
  (await lockedCount(database.owner as Trx, nameKey, address)) !== undefined

// Every transaction must take these locks in the same order. Otherwise two parallel attempts deadlock, and the
// database needs a second to resolve it.
describe('the counts of a pair, of its name and of its address', () => {
  it('are cleared in the order in which they are locked', async () => {
    const pair = { nameKey: 'in order', from: newAddress(), knownDevice: false }
    await inTransaction(database.db, asSystem, (trx) => countsForUpdate(trx, pair))
    const { clearing } = await whileLocked(
      database,
      (trx) => lockedCount(trx, pair.nameKey, pair.from),
      async (awaited) => {
        const clearing = clearFailures(database.db, pair)
        await awaited()
        expect(await isFree(pair.nameKey, anyAddress)).toBe(true)
        expect(await isFree(anyName, pair.from)).toBe(true)
        return { clearing }
      },
    )
    await clearing
    expect(await isFree(pair.nameKey, pair.from)).toBe(false)
  })

  it('are locked with the name before the address, which all names share', async () => {
    const pair = { nameKey: 'name first', from: newAddress(), knownDevice: false }
    await inTransaction(database.db, asSystem, (trx) => countsForUpdate(trx, pair))
    const { holding } = await whileLocked(
      database,
      (trx) => lockedCount(trx, pair.nameKey, anyAddress),
      async (awaited) => {
        const holding = inTransaction(database.db, asSystem, (trx) => countsForUpdate(trx, pair))
        await awaited()
        expect(await isFree(anyName, pair.from)).toBe(true)
        return { holding }
      },
    )
    await holding
  })

  it('are locked before the one-time code, both when trying a code and when consuming it', async () => {
    const { id, phone } = await addReachable(database)
    const address = newAddress()
    await send(server, sendSignInCode, { phone }, { address })
    const phoneCaptcha = await secretSentTo(database, phone)
    const right = Promise.withResolvers<Promise<unknown>[]>()
    const goOn = Promise.withResolvers<void>()
    const holdingUser = whileLocked(
      database,
      (trx) => trx.selectFrom('appUser').select('id').where('id', '=', id).forUpdate().execute(),
      async (awaited) => {
        const entering = send(server, signInByPhone, { phone, phoneCaptcha }, { address })
        await awaited()
        right.resolve([entering])
        await goOn.promise
      },
    )
    const [entering] = await right.promise
    await whileLocked(
      database,
      (trx) =>
        trx.selectFrom('oneTimeCode').select('subject').where('subject', '=', phone).forUpdate().execute(),
      async (awaited) => {
        goOn.resolve()
        await holdingUser
        await awaited()
        expect(await isFree(`@phone ${phone}`, address)).toBe(false)
      },
    )
    expect(await entering).toMatchObject({ code: codes.ok })
  })
})
