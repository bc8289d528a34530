import { codes, type InputOf, maskedKey, softwareCodes, softwareInfo, softwareSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite
let secrets: Secrets

beforeAll(async () => {
  suite = await startSuite()
  secrets = testServices(suite.database).secrets
})

afterAll(() => suite.close())

type Fields = InputOf<typeof softwareSave> & { readonly id: string }

const first = 'first-key-of-the-product'
const second = 'second-key-of-the-product'

let count = 0

/**
 * Adds a product with the first key.
 * @returns the fields of the next save
 */
async function add(): Promise<Fields> {
  const code = `KEY${++count}`
  const fields = {
    id: '',
    softwareName: code,
    webCode: code,
    appCode: code,
    appKey: first,
    validityTime: 30,
    sort: 1,
  }
  const { data } = await save(fields)
  return { ...fields, id: String(data), appKey: maskedKey }
}

const save = (input: Fields) => send(suite.server, softwareSave, input, suite.admin)

const rowOf = (id: string) =>
  suite.database.owner.selectFrom('software').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const shown = async (id: string) => (await send(suite.server, softwareInfo, { id }, suite.admin)).data

/** Returns the current and the former key of a product. */
async function keysOf(id: string) {
  const { appKeyEncrypted, formerKeyEncrypted } = await rowOf(id)
  const read = (sealed: string | null) => sealed && secrets.decrypt('software-key', sealed)
  return [read(appKeyEncrypted), read(formerKeyEncrypted)]
}

describe('the key of a product', () => {
  it('is stored encrypted and returned masked', async () => {
    const { id } = await add()
    expect(await keysOf(id)).toEqual([first, null])
    expect(JSON.stringify(await rowOf(id))).not.toContain(first)
    const response = await shown(id)
    expect(response).toMatchObject({
      appKey: maskedKey,
      keySetAt: expect.stringMatching(/Z$/),
      formerKeyEndsAt: '',
    })
  })

  it('is unchanged if the mask or the current key is sent', async () => {
    const fields = await add()
    const before = await rowOf(fields.id)
    for (const appKey of [maskedKey, first])
      expect(await save({ ...fields, appKey, describe: '改' })).toMatchObject({ code: codes.ok })
    const { appKeyEncrypted, keySetAt, formerKeyEncrypted } = await rowOf(fields.id)
    expect({ appKeyEncrypted, keySetAt, formerKeyEncrypted }).toEqual({
      appKeyEncrypted: before.appKeyEncrypted,
      keySetAt: before.keySetAt,
      formerKeyEncrypted: null,
    })
  })

  it('can be replaced, and the former key stays valid for a day', async () => {
    const fields = await add()
    expect(await save({ ...fields, appKey: second })).toMatchObject({ code: codes.ok })
    expect(await keysOf(fields.id)).toEqual([second, first])
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from former_key_ends_at - key_set_at) / 3600 as hours
      from software where id = ${fields.id}`.execute(suite.database.owner)
    expect(Number(rows[0]?.hours)).toBe(24)
    expect((await shown(fields.id))?.formerKeyEndsAt).toMatch(/Z$/)
    // A second replacement, e.g. after a leak, invalidates the first key immediately.
    await save({ ...fields, appKey: 'third-key-of-the-product' })
    expect(await keysOf(fields.id)).toEqual(['third-key-of-the-product', second])
    await suite.database.owner
      .updateTable('software')
      .set({ formerKeyEndsAt: new Date(Date.now() - 1000) })
      .where('id', '=', fields.id)
      .execute()
    expect((await shown(fields.id))?.formerKeyEndsAt).toBe('')
  })

  it('is required, even for a delivered product that has none yet', async () => {
    const delivered = await shown(softwareCodes.ctms)
    expect(delivered?.appKey).toBe('')
    for (const appKey of ['', maskedKey])
      expect(await save({ ...delivered, appKey } as Fields)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'appKey' }],
      })
    expect(await save({ ...delivered, appKey: first } as Fields)).toMatchObject({ code: codes.ok })
    expect(await keysOf(softwareCodes.ctms)).toEqual([first, null])
  })

  it('must have 16 to 128 visible ASCII characters', async () => {
    const fields = await add()
    for (const appKey of [
      'x'.repeat(15),
      'x'.repeat(129),
      'with a space in it',
      '密钥密钥密钥密钥密钥密钥密钥密钥',
    ])
      expect((await save({ ...fields, appKey })).errors).toMatchObject([{ field: 'appKey' }])
    for (const appKey of ['x'.repeat(16), '~!'.repeat(64)])
      expect(await save({ ...fields, appKey })).toMatchObject({ code: codes.ok })
  })

  it('never appears in a response, an audit event or a conflict', async () => {
    const fields = await add()
    const saved = await save({ ...fields, appKey: second })
    const late = await save({ ...fields, appKey: 'a-key-from-an-old-page', describe: '旧', rowVersion: 1 })
    expect(late).toMatchObject({ code: codes.conflict })
    expect(late.changes?.map(({ field }) => field)).toEqual(['keySetAt', 'formerKeyEndsAt', 'rowVersion'])
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['before', 'after'])
      .where('entityId', '=', fields.id)
      .orderBy('sequence')
      .execute()
    expect(events).toHaveLength(2)
    const disclosed = JSON.stringify([saved, late, await shown(fields.id), events])
    expect(disclosed).not.toMatch(/key-of-the-product|a-key-from|Encrypted|v1\./)
    // The trail records that the key was replaced, and when.
    expect(events[1]?.after).toMatchObject({
      keySetAt: expect.any(String),
      formerKeyEndsAt: expect.any(String),
    })
  })

  it('is not disclosed in a conflict if the trail does not cover the version that was read', async () => {
    const fields = await add()
    await suite.database.owner
      .updateTable('software')
      .set({ rowVersion: 7, describe: '换库' })
      .where('id', '=', fields.id)
      .execute()
    const late = await save({ ...fields, appKey: second, rowVersion: 3 })
    expect(late).toMatchObject({ code: codes.conflict })
    expect(JSON.stringify(late)).not.toMatch(/Encrypted|v1\./)
  })

  it('keeps both new keys valid if two saves replace it concurrently', async () => {
    const fields = await add()
    const rivals = ['rival-key-number-one', 'rival-key-number-two']
    await Promise.all(rivals.map((appKey) => save({ ...fields, appKey })))
    expect((await keysOf(fields.id)).toSorted()).toEqual(rivals)
  })
})
