import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import pg from 'pg'
import { chownTree, databaseAccount, nobody } from './embedded/account.ts'
import { attach } from './embedded/attachment.ts'
import { prepareBinaries } from './embedded/binaries.ts'
import { spawnPostmaster } from './embedded/postmaster.ts'
import { prepareSocketFolder, socketFolderOf } from './embedded/socket-folder.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { StartupError } from './errors.ts'

jest.setTimeout(180_000)

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

let made: Promise<string> | undefined
afterAll(async () => made && rm(await made, { recursive: true, force: true }))

/** Creates a data folder with a database whose server is stopped. */
async function make(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-embedded-'))
  await chmod(dataDir, 0o755)
  await (await startEmbedded({ dataDir })).close()
  return dataDir
}

/** Copies a prepared database into the test's folder, for tests that are not about creating one. */
async function prepare(): Promise<void> {
  made ??= make()
  await promisify(execFile)('cp', ['-a', `${await made}/.`, folder])
}

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

/** Starts a process that opens the database in the folder, prints the server's process id, and keeps running. */
function spawnStarter() {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
    const database = await startEmbedded({ dataDir: ${JSON.stringify(folder)} })
    process.stdout.write(String(await database.pid()))
    setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function starter(): Promise<{ process: ChildProcess; pid: number }> {
  const child = spawnStarter()
  const [said] = await child.stdout.take(1).toArray()
  return { process: child, pid: Number(said) }
}

describe('startEmbedded', () => {
  it('keeps data across a restart, supports non-ASCII letters, and does not listen on the network', async () => {
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

  it('starts one server for two simultaneous starts, and stops it with the last close', async () => {
    const [first, second] = await Promise.all([start(), start()])
    expect(await first?.pid()).toBe(await second?.pid())
    await first?.close()
    expect(await query(second?.ownerUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
    await second?.close()
    expect(await second?.pid()).toBeUndefined()
  })

  it('joins a running server whose parent process was killed', async () => {
    await prepare()
    const { process: child, pid } = await starter()
    child.kill('SIGKILL')
    const database = await start()
    expect(await database.pid()).toBe(pid)
    await database.close()
    expect(await database.pid()).toBeUndefined()
  })

  it('leaves the server running while another process uses it', async () => {
    await prepare()
    const { process: child, pid } = await starter()
    await (await start()).close()
    const database = await start()
    expect(await database.pid()).toBe(pid)
    child.kill('SIGKILL')
  })

  it('cleans up after a start that was killed while it created the database', async () => {
    const child = spawnStarter()
    const isMaking = async () => (await readdir(folder)).some((name) => name.startsWith('postgres.new-'))
    while (!(await isMaking())) await sleep(5)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await start()
    for (const name of await readdir(folder))
      expect(name).toMatch(/^(postgres|postgres\.log|socket|(lib|postgres)-[^.]+[\d.]+(-beta\.\d+)?)$/)
  })

  it('keeps every acknowledged write when the server is killed, and restarts the server', async () => {
    await prepare()
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
      while (acknowledged.length < (round + 1) * 10) await sleep(5)
      if (pid) process.kill(pid, 'SIGKILL')
      await broken
      while (!(await query(database.ownerUrl, 'select 1').catch(() => undefined))) await sleep(20)
      expect(await database.pid()).not.toBe(pid)
    }
    const kept = new Set((await query(database.ownerUrl, 'select id from kept')).map((row) => row.id))
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  })

  it('restarts a server that received SIGTERM and waits for its connections to close', async () => {
    await prepare()
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

  it('ends a frozen server on close', async () => {
    await prepare()
    const database = await start()
    const pid = (await database.pid()) ?? 0
    process.kill(pid, 'SIGSTOP')
    await database.close()
    expect(await database.pid()).toBeUndefined()
  })
})

describe('an unusable data folder', () => {
  it('stays unchanged if a newer PostgreSQL created it', async () => {
    await mkdir(join(folder, 'postgres'))
    await writeFile(join(folder, 'postgres/PG_VERSION'), '99\n')
    const starting = start()
    await expect(starting).rejects.toThrow(/created by PostgreSQL 99.*DATA_DIR/)
    await expect(starting).rejects.toBeInstanceOf(StartupError)
    expect(await readdir(join(folder, 'postgres'))).toEqual(['PG_VERSION'])
  })

  it('is named in the error if it is a file', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(start(join(folder, 'file'))).rejects.toThrow(/cannot be used.*DATA_DIR/)
  })
})

const asRoot = isRoot ? describe : describe.skip

/** Queries the database from a process of another user and returns that process's output. */
function askAs(account: { uid: number; gid: number }, url: string): string {
  const code = `
    const { default: pg } = await import('pg')
    const client = new pg.Client(process.argv[1])
    client.on('error', () => {})
    await client.connect().then(() => client.query('select session_user as name')).then(
      ({ rows }) => console.log('let in as ' + rows[0].name),
      ({ message }) => console.log(message))
    process.exit()`
  const options = { ...account, cwd: import.meta.dirname, encoding: 'utf8' } as const
  return spawnSync(process.execPath, ['--input-type=module', '--eval', code, url], options).stdout
}

const readAs = (account: { uid: number; gid: number }, file: string): number | null =>
  spawnSync('cat', [file], { ...account, stdio: 'ignore' }).status

const otherUsers = () => [nobody(), { uid: 12_345, gid: 12_345 }]

asRoot('another user', () => {
  it('reaches neither the socket nor the files, and is rejected by the server', async () => {
    await prepare()
    const { ownerUrl } = await start()
    const data = join(folder, 'postgres')
    const socketFolder = socketFolderOf(data)
    for (const other of otherUsers()) {
      expect(askAs(other, ownerUrl)).toMatch(/EACCES/)
      expect(readAs(other, join(data, 'pg_hba.conf'))).not.toBe(0)
    }
    // The server rejects them even if the socket is accessible.
    await chmod(socketFolder, 0o777)
    await chmod(join(socketFolder, '.s.PGSQL.5432'), 0o777)
    for (const other of otherUsers()) expect(askAs(other, ownerUrl)).toMatch(/authentication failed/)
    expect(askAs({ uid: 0, gid: 0 }, ownerUrl)).toMatch(/let in as atrium_owner/)
  })
})

/** Turns a stopped database into one of the previous version, which root ran as nobody and which trusted everybody. */
async function makeFormer(): Promise<string> {
  const data = await realpath(join(folder, 'postgres'))
  await writeFile(join(data, 'pg_hba.conf'), 'local all all trust\n')
  await rm(join(data, 'pg_ident.conf'))
  await writeFile(join(data, 'pg_ident.conf'), '')
  if (isRoot) await chownTree(data, nobody())
  return data
}

describe('a data folder of the previous version', () => {
  const former = () => (isRoot ? nobody() : undefined)

  it('is closed to all other users and keeps its data', async () => {
    await prepare()
    const first = await start()
    await query(first.ownerUrl, 'create table kept as select 1 as id')
    await first.close()
    const data = await makeFormer()
    const second = await start()
    expect(await query(second.ownerUrl, 'select * from kept')).toEqual([{ id: 1 }])
    expect(await readFile(join(data, 'pg_hba.conf'), 'utf8')).not.toContain('trust')
    expect((await stat(data)).uid).toBe(databaseAccount()?.uid ?? process.getuid?.())
    expect((await stat(data)).uid).not.toBe(nobody().uid)
  })

  it('is also closed if its server is still running', async () => {
    await prepare()
    const first = await start()
    await query(first.ownerUrl, 'create table kept as select 1 as id')
    await first.close()
    const data = await makeFormer()
    const binaries = await prepareBinaries(folder, former())
    // Earlier versions put their socket in /tmp.
    const socketFolder = `/tmp/atrium-former-${process.pid}`
    const formerUrl = first.ownerUrl.replace(/host=.*/, `host=${encodeURIComponent(socketFolder)}`)
    await prepareSocketFolder(socketFolder, former())
    await spawnPostmaster({ data, socketFolder, binaries, account: former() })
    while (!(await query(formerUrl, 'select 1').catch(() => undefined))) await sleep(20)
    if (isRoot) {
      const inUse = await attach(formerUrl.replace('/atrium?', '/postgres?'))
      await expect(start()).rejects.toThrow(/An earlier version of Atrium is running on .+ stop it/)
      await inUse.detach()
    }
    const second = await start()
    expect(await query(second.ownerUrl, 'select * from kept')).toEqual([{ id: 1 }])
    const rules = 'select distinct auth_method from pg_hba_file_rules'
    expect(await query(second.ownerUrl, rules)).toEqual([{ auth_method: 'peer' }])
    if (!isRoot) return
    expect(
      execFileSync('stat', ['-c', '%u', `/proc/${await second.pid()}`], { encoding: 'utf8' }).trim(),
    ).toBe(String(databaseAccount()?.uid))
  })
})

asRoot('data of another user', () => {
  const everything = () =>
    execFileSync('find', [folder, '-printf', '%p %U %G %m %T@\\n'], { encoding: 'utf8' })

  it.each([
    ['a folder of theirs', 12_345],
    ['a folder of root', 0],
  ])('in %s is rejected, and stays unchanged', async (_case, folderOwner) => {
    await prepare()
    await chown(join(folder, 'postgres'), 12_345, 12_345)
    await chown(folder, folderOwner, folderOwner)
    const before = everything()
    await expect(start()).rejects.toThrow('belongs to user number 12345: start Atrium as that user')
    expect(everything()).toBe(before)
  })

  it('is also rejected if it belongs to the account nobody, as root’s own former databases do', async () => {
    await prepare()
    await chownTree(folder, nobody())
    const before = everything()
    await expect(start()).rejects.toThrow('belongs to nobody: start Atrium as that user')
    expect(everything()).toBe(before)
  })
})

asRoot('under a folder that only root can enter', () => {
  it('stores the database elsewhere and finds it again', async () => {
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
