import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import pg from 'pg'
import { testServer, urlOfDatabase } from '../../test-support/server-address.ts'
import { openDatabase } from './connect.ts'
import { StartupError } from './errors.ts'
import { migrations } from './migrations/index.ts'

// Several databases are made and dropped here, each with a checkpoint.
jest.setTimeout(60_000)

const { ownerUrl, url } = testServer()
const made: string[] = []

async function query(address: string, text: string) {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function emptyDatabase(options = '') {
  const name = `test_${randomBytes(8).toString('hex')}`
  await query(ownerUrl, `create database ${name} ${options}`)
  made.push(name)
  return { url: urlOfDatabase(url, name), ownerUrl: urlOfDatabase(ownerUrl, name) }
}

afterEach(async () => {
  for (const name of made.splice(0)) await query(ownerUrl, `drop database ${name} with (force)`)
})

const names = Object.keys(migrations)

describe('openDatabase', () => {
  it('migrates once, whoever comes first of several at once', async () => {
    const target = await emptyDatabase()
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(target)))
    const again = await openDatabase(target)
    for (const database of [...opened, again]) await database.close()
    expect(opened.flatMap((database) => database.migrated)).toEqual(names)
    expect(again.migrated).toEqual([])
  })

  it('works with several databases of one server at once', async () => {
    const targets = await Promise.all([emptyDatabase(), emptyDatabase(), emptyDatabase()])
    const opened = await Promise.all(targets.map((target) => openDatabase(target)))
    for (const database of opened) await database.close()
    expect(opened.map((database) => database.migrated)).toEqual([names, names, names])
  })

  it("steps down from the owner when only the owner's address is known", async () => {
    const target = await emptyDatabase()
    const database = await openDatabase({ url: target.ownerUrl })
    const read = database.db.selectFrom('tenant').select('id').execute()
    await expect(read).rejects.toMatchObject({ code: '42501' })
    await database.close()
  })

  it('does not work as the owner, whatever the address says', async () => {
    const target = await emptyDatabase()
    const url = `${target.ownerUrl}&options=-c%20work_mem%3D8MB`
    await expect(openDatabase({ url })).rejects.toThrow(/must not have options/)
  })

  it('refuses a database of a newer version', async () => {
    const target = await emptyDatabase()
    await (await openDatabase(target)).close()
    await query(target.ownerUrl, `insert into schema_migration values ('9999-future', now()::text)`)
    await expect(openDatabase(target)).rejects.toThrow(/newer version of Atrium.*9999-future/)
  })

  it('refuses a database that does not know letters', async () => {
    const target = await emptyDatabase(`template template0 encoding 'UTF8' locale_provider libc locale 'C'`)
    await expect(openDatabase(target)).rejects.toThrow(/UTF-8 locale/)
  })

  it.each([
    ['postgres://nobody@127.0.0.1:1/atrium', /nothing answers/],
    ['postgres://nobody@no-such-host.invalid/atrium', /host name/],
    ['http://[', /no valid URL/],
    [urlOfDatabase(ownerUrl, 'no_such_database'), /no such database/],
  ])('says what to do about %s', async (address, advice) => {
    const opening = openDatabase({ url: address })
    await expect(opening).rejects.toThrow(advice)
    await expect(opening).rejects.toBeInstanceOf(StartupError)
  })
})
