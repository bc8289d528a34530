import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { StartupError } from './startup-error.ts'

jest.setTimeout(60_000)

const isRoot = process.getuid?.() === 0
let folder: string
const open: EmbeddedDatabase[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-embedded-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(dataDir = folder): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir })
  open.push(database)
  return database
}

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Starts a process that opens the folder, says the server's process id, and stays. */
async function starter(): Promise<{ process: ChildProcess; pid: number }> {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
    const database = await startEmbedded({ dataDir: ${JSON.stringify(folder)} })
    process.stdout.write(String(await database.pid()))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await child.stdout.take(1).toArray()
  return { process: child, pid: Number(said) }
}

describe('startEmbedded', () => {
  it('keeps data over a restart, in a database that knows letters and no network', async () => {
    const first = await start()
    await query(first.ownerUrl, 'create table kept (id int)')
    await query(first.ownerUrl, 'insert into kept values (1)')
    await first.close()
    expect(await first.pid()).toBeUndefined()
    const second = await start()
    expect(await query(second.ownerUrl, 'select * from kept')).toEqual([{ id: 1 }])
    expect(
      await query(second.ownerUrl, `select lower('Ä'), current_setting('listen_addresses') as net`),
    ).toEqual([{ lower: 'ä', net: '' }])
  })

  it('serves two that start at once with one server, and stops with the last', async () => {
    const [first, second] = await Promise.all([start(), start()])
    expect(await first?.pid()).toBe(await second?.pid())
    await first?.close()
    expect(await query(second?.ownerUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
    await second?.close()
    expect(await second?.pid()).toBeUndefined()
  })

  it('joins a server whose starter was killed', async () => {
    const { process: child, pid } = await starter()
    child.kill('SIGKILL')
    const database = await start()
    expect(await database.pid()).toBe(pid)
    await database.close()
    expect(await database.pid()).toBeUndefined()
  })

  it('leaves a server to the other process that uses it', async () => {
    const { process: child, pid } = await starter()
    await (await start()).close()
    const database = await start()
    expect(await database.pid()).toBe(pid)
    child.kill('SIGKILL')
  })

  it('loses nothing that was acknowledged when the server is killed, and starts it again', async () => {
    const database = await start()
    await query(database.ownerUrl, 'create table kept (id int)')
    const acknowledged: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const pid = await database.pid()
      const writing = (async () => {
        const client = new pg.Client(database.ownerUrl)
        client.on('error', () => {})
        await client.connect()
        for (let n = 0; ; n += 1) {
          await client.query('insert into kept values ($1)', [round * 100_000 + n])
          acknowledged.push(round * 100_000 + n)
        }
      })()
      const broken = expect(writing).rejects.toThrow()
      await sleep(100)
      if (pid) process.kill(pid, 'SIGKILL')
      await broken
      while (!(await query(database.ownerUrl, 'select 1').catch(() => undefined))) await sleep(20)
      expect(await database.pid()).not.toBe(pid)
    }
    const kept = new Set((await query(database.ownerUrl, 'select id from kept')).map((row) => row.id))
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  })

  it('starts the server again that was told by SIGTERM to stop, and would wait for its connections', async () => {
    const database = await start()
    const held = new pg.Client(database.ownerUrl)
    held.on('error', () => {})
    await held.connect()
    const pid = await database.pid()
    if (pid) process.kill(pid, 'SIGTERM')
    while (!(await query(database.ownerUrl, 'select 1').catch(() => undefined))) await sleep(20)
    expect(await database.pid()).not.toBe(pid)
    await expect(held.query('select 1')).rejects.toThrow()
  })

  it('ends a server that is frozen when it closes', async () => {
    const database = await start()
    const pid = (await database.pid()) ?? 0
    process.kill(pid, 'SIGSTOP')
    await database.close()
    expect(await database.pid()).toBeUndefined()
  })
})

describe('a folder that cannot serve', () => {
  it('of a newer PostgreSQL is left alone', async () => {
    await mkdir(join(folder, 'postgres'))
    await writeFile(join(folder, 'postgres/PG_VERSION'), '99\n')
    const starting = start()
    await expect(starting).rejects.toThrow(/made by PostgreSQL 99.*DATA_DIR/)
    await expect(starting).rejects.toBeInstanceOf(StartupError)
    expect(await readdir(join(folder, 'postgres'))).toEqual(['PG_VERSION'])
  })

  it('that is a file is named', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(start(join(folder, 'file'))).rejects.toThrow(/cannot be used.*DATA_DIR/)
  })
})

const asRoot = isRoot ? describe : describe.skip

asRoot('data of another user', () => {
  it('is refused at once', async () => {
    await (await start()).close()
    await chown(join(folder, 'postgres'), 12_345, 12_345)
    const begun = Date.now()
    await expect(start()).rejects.toThrow(/does not start on .*postgres.*DATA_DIR/)
    expect(Date.now() - begun).toBeLessThan(20_000)
  })
})

asRoot('under a folder that only root can enter', () => {
  it('puts the database elsewhere and finds it again', async () => {
    await chmod(folder, 0o700)
    const dataDir = join(folder, '.data')
    const first = await start(dataDir)
    await query(first.ownerUrl, 'create table kept (id int)')
    await first.close()
    expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true)
    const home = dirname(await realpath(join(dataDir, 'postgres')))
    try {
      const second = await start(dataDir)
      expect(await query(second.ownerUrl, 'select * from kept')).toEqual([])
      await second.close()
    } finally {
      await rm(home, { recursive: true })
    }
  })
})
