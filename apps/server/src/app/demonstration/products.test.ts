import { DomainInput, signInStyles } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { seed } from '../startup/seed.ts'
import { demoProductKeys } from './products.ts'
import { demoTenants } from './tenants.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
})

afterAll(() => database.close())

const url = 'http://127.0.0.1:8025/products'
const secretKey = 'a secret for tests alone, of enough characters'

const start = (at: string, demo = true) =>
  seed(database.db, {
    timeZone: 'Asia/Shanghai',
    demo: demo ? { productsUrl: at, services: testServices(database) } : undefined,
  })

const domains = () =>
  database.owner
    .selectFrom('tenantUrl')
    .innerJoin('software', 'software.id', 'tenantUrl.softwareId')
    .selectAll('tenantUrl')
    .select('appCode')
    .orderBy('tenantUrl.id')
    .execute()

const products = () =>
  database.owner
    .selectFrom('software')
    .select(['appCode', 'appKeyEncrypted', 'keySetAt', 'signInStyle'])
    .execute()

/** URLs of a product's domain at the sandbox. */
const addressesOf = (appCode: string, at: string) => {
  const address = `${at}/${appCode.toLowerCase()}`
  return {
    url: address,
    mobileUrl: address,
    apiUrl: address,
    redirectUrls: [`${address}/callback`],
    signedOutUrls: [address],
    logoutUrl: `${address}/back-channel-logout`,
  }
}

it('links no product without the demonstration', async () => {
  await start(url, false)
  expect(await domains()).toEqual([])
  expect((await products()).every(({ appKeyEncrypted }) => appKeyEncrypted === null)).toBe(true)
})

it('gives each tenant domains that the form accepts, and each product a key and OpenID Connect', async () => {
  const { secrets } = testServices(database)
  const own = secrets.encrypt('software-key', 'the key that was there')
  await database.owner
    .updateTable('software')
    .set({ appKeyEncrypted: own })
    .where('appCode', '=', 'CTMS')
    .execute()
  await start(url)
  const rows = await domains()
  expect(rows).toHaveLength(demoTenants.length * 4)
  for (const row of rows) {
    expect(DomainInput.safeParse(row).success).toBe(true)
    expect(row).toMatchObject(addressesOf(row.appCode, url))
  }
  const keys = await demoProductKeys({ SECRET_KEY: secretKey, DATABASE_URL: 'postgres://u@h/d' })
  const known = await products()
  const kept = Object.fromEntries(
    known.flatMap(({ appCode, appKeyEncrypted: sealed }) =>
      sealed ? [[appCode, secrets.decrypt('software-key', sealed)]] : [],
    ),
  )
  expect(kept).toEqual({ ...keys, CTMS: 'the key that was there' })
  expect(new Set(Object.values(keys)).size).toBe(4)
  const byOpenId = known.filter(({ signInStyle }) => signInStyle === signInStyles.openId)
  expect(byOpenId.map(({ appCode }) => appCode).sort()).toEqual(['CTMS', 'EDC', 'ETMF', 'RTSM'])
  expect(known.find(({ appCode }) => appCode === 'EDC')?.keySetAt).not.toBeNull()
})

it('does not add a deleted domain again', async () => {
  const [gone, ...rest] = await domains()
  await database.owner.deleteFrom('studyUser').execute()
  await database.owner.deleteFrom('studyUrl').execute()
  await database.owner
    .deleteFrom('tenantUrl')
    .where('id', '=', gone?.id ?? '')
    .execute()
  await start(url)
  expect(await domains()).toEqual(rest)
})

it('updates the domains when the sandbox moves to another port, except those that point elsewhere', async () => {
  const [changed] = await domains()
  await database.owner
    .updateTable('tenantUrl')
    .set({
      url: 'https://edc.example',
      apiUrl: 'http://127.0.0.1:80250/products/edc',
      redirectUrls: [...(changed?.redirectUrls ?? []), 'https://edc.example/callback'],
    })
    .where('id', '=', changed?.id ?? '')
    .execute()
  const before = await domains()
  const moved = 'http://127.0.0.1:18025/products'
  await start(moved)
  const after = await domains()
  for (const [index, row] of after.entries()) {
    const isChanged = row.id === changed?.id
    const addresses = addressesOf(row.appCode, moved)
    expect(row).toMatchObject({
      ...addresses,
      ...(isChanged && {
        url: 'https://edc.example',
        apiUrl: 'http://127.0.0.1:80250/products/edc',
        redirectUrls: [...addresses.redirectUrls, 'https://edc.example/callback'],
      }),
      rowVersion: (before[index]?.rowVersion ?? 0) + 1,
    })
  }
  await start(moved)
  expect(await domains()).toEqual(after)
})
