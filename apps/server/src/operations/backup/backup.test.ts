import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase, processEnvironment } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { seed } from '../../app/startup/seed.ts'
import { type Reachable, trySignIn } from '../../modules/identity/sign-in/test-kit/index.ts'
import { headLine } from '../../platform/audit/heads.ts'
import { prepareHeads, writeHeads } from '../../platform/audit/index.ts'
import { sealBatches } from '../../platform/audit/sealer.ts'
import { write } from '../../platform/audit/test-kit/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase, openExisting, restoreEmbedded } from '../../platform/database/index.ts'
import { loadSecrets, type Secrets, secretsFrom } from '../../platform/secrets/index.ts'
import { localStore, newKey } from '../../platform/storage/index.ts'
import { nightlyBackup } from '../maintenance/index.ts'
import { checkClient } from './clients.ts'
import { type Backup, makeBackup } from './index.ts'
import { manifestName, places, readManifest, sumsName, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { scratchOf } from './retention.ts'
import { postgresPrograms, rowsOf, startPostgres } from './test-kit/index.ts'

// Each starts servers and databases as processes.
jest.setTimeout(120_000)

const password = 'Process2026'
let folder: string
/** The deployment that is backed up, while its server runs. */
let env: Record<string, string>
let server: ChildProcess
let backup: Backup
let secret: string
/** Of a file whose row was there at the time of the backup, though its content was removed since. */
const contentKey = newKey()

/** Of the PostgreSQL that the system brings. */
const programs = postgresPrograms()
const isOlder = Number(programs?.split('/').at(-2)) < 18

const programOf = (name: string) => join(import.meta.dirname, name)

/** Starts the server as a process and waits until it answers. */
async function start(variables: Record<string, string>): Promise<Reachable & { process: ChildProcess }> {
  const fixed = { PORT: '0', METRICS_PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ADMIN_PASSWORD: password }
  const child = spawn(process.execPath, [programOf('../../main.ts')], {
    env: { ...processEnvironment, ...fixed, ...variables },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  for (;;) {
    const address = /http:\/\/localhost:\d+/.exec(output)?.[0]
    if (address && output.includes('Atrium is running')) return { api: `${address}/api`, process: child }
    if (child.exitCode !== null) throw new Error(`no address in: ${output}`)
    await sleep(20)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Begins a command as an operator does. */
function begin(command: string, variables: Record<string, string>, ...options: string[]) {
  const child = spawn(process.execPath, [programOf(command), ...options], {
    env: { ...processEnvironment, ...variables },
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([said, complained, [code]]) => ({ code, said, complained }),
  )
  return { child, ended }
}

/** Runs a command to its end. */
const run = (...command: Parameters<typeof begin>) => begin(...command).ended

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A place that is empty. */
const place = (name: string): Record<string, string> => ({ DATA_DIR: join(folder, name, 'data') })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-backup-'))
  // PostgreSQL runs as somebody else where root runs this.
  await chmod(folder, 0o755)
  env = { ...place('first'), RELEASE_KEYS: join(folder, 'keys.json') }
  await writeFile(env.RELEASE_KEYS ?? '', '{}')
  server = (await start(env)).process
  const { filesFolder, releasesFolder } = readConfig(env)
  await localStore(filesFolder).put(contentKey, [Buffer.from('a file')] as never)
  await mkdir(join(releasesFolder, 'a-remote/1.0.0'), { recursive: true })
  await writeFile(join(releasesFolder, 'a-remote/1.0.0/remote.js'), 'a release')
  await writeFile(join(releasesFolder, 'a-remote/1.0.0/page.new-look.js'), 'a page')
  // What is only being written there.
  await writeFile(join(filesFolder, contentKey.slice(0, 2), `${newKey()}.part`), 'half a file')
  await mkdir(join(releasesFolder, 'a-remote/1.0.1.incoming'))
  await writeFile(join(releasesFolder, 'a-remote/1.0.1.incoming/remote.js'), 'half a release')
})

afterAll(async () => {
  await stop(server)
  await rm(folder, { recursive: true, force: true })
})

it('restores what was there at the time of the backup, while the server that was backed up runs on', async () => {
  const source = await openExisting({ DATA_DIR: env.DATA_DIR ?? '' })
  const before = await rowsOf(source.ownerUrl)
  expect(before.get('job')?.join()).toContain('"id": "backups.make"')
  // What is written meanwhile is in the backup or is not, but never half.
  let isDone = false
  const writing = (async () => {
    for (let n = 0; !isDone; n += 1) await write(source, `meanwhile ${n}`)
  })()
  const made = await run('backup-cli.ts', env, '--to', join(folder, 'backups'))
  isDone = true
  await writing
  expect(made).toMatchObject({ code: 0, complained: '' })
  const [, path = ''] = /^Backed up to (\S+) \(\d/.exec(made.said) ?? []
  expect(made.said).toContain(`The secret key is in ${path}.secret-key. Keep it elsewhere`)
  const modes = [path, join(path, manifestName), join(path, places.cluster), `${path}.secret-key`]
  expect(await Promise.all(modes.map(async (file) => (await stat(file)).mode & 0o777))).toEqual([
    0o700, 0o600, 0o600, 0o600,
  ])
  const manifest = JSON.parse(await readFile(join(path, manifestName), 'utf8'))
  expect(manifest).toMatchObject({ database: { form: 'cluster', postgres: expect.stringMatching(/^18\./) } })
  expect(manifest.holds).toMatchObject({ files: { files: 1, bytes: 6 } })

  const meanwhile = await rowsOf(source.ownerUrl)
  await query(
    source.ownerUrl,
    'delete from job',
    `update app_user set email = 'somebody@else.example', password_hash = 'none'`,
  )
  await localStore(readConfig(env).filesFolder).delete(contentKey)
  await source.close()

  const target = place('second')
  const restored = await run('restore-cli.ts', target, '--from', path, '--secret-key', `${path}.secret-key`)
  expect(restored).toMatchObject({ code: 0, complained: '' })
  expect(restored.said).toContain('The audit trail is whole.')
  expect(restored.said).toContain('What was done after the backup is lost.')
  const { filesFolder, releasesFolder } = readConfig(target)
  expect(await text(await localStore(filesFolder).get(contentKey))).toBe('a file')
  expect((await readdir(join(releasesFolder, 'a-remote'), { recursive: true })).sort()).toEqual([
    '1.0.0',
    '1.0.0/page.new-look.js',
    '1.0.0/remote.js',
  ])
  expect(await readFile(join(releasesFolder, 'a-remote/1.0.0/remote.js'), 'utf8')).toBe('a release')
  expect(await readFile(join(target.DATA_DIR ?? '', places.releaseKeys), 'utf8')).toBe('{}')

  const copy = await openExisting({ DATA_DIR: target.DATA_DIR ?? '' })
  const found = await rowsOf(copy.ownerUrl)
  // The server and the writer went on with the trail; of that the copy has a part. The server counts what it does, too.
  const trail = ['audit_event', 'audit_seal']
  for (const table of trail) {
    expect(found.get(table)).toEqual(expect.arrayContaining(before.get(table) ?? []))
    expect(meanwhile.get(table)).toEqual(expect.arrayContaining(found.get(table) ?? []))
  }
  const counts = ['call_count', 'server_process']
  const others = (rows: typeof found) => [...rows].filter(([table]) => ![...trail, ...counts].includes(table))
  expect(others(found).length).toBeGreaterThan(50)
  expect(others(found)).toEqual(others(before))
  const second = await start(target)
  expect(await trySignIn(second, { userName: 'admin', password })).toMatchObject({ code: codes.ok })
  await stop(second.process)
  await copy.close()
})

describe('the job', () => {
  const make = (params: string, variables = env) =>
    nightlyBackup.run({
      services: {
        ...testServices({ db: undefined as never }),
        backUp: (options) => makeBackup(readConfig(variables), options),
      },
      params,
      signal: new AbortController().signal,
    })

  it('keeps the newest of its own backups, and fails while another is made', async () => {
    const { db, close } = await openExisting({ DATA_DIR: env.DATA_DIR ?? '' })
    try {
      const { backupsFolder } = readConfig(env)
      const foreign = 'atrium-20000101T000000000Z'
      await mkdir(join(backupsFolder, foreign), { recursive: true })
      // What those left behind who were killed: another deployment, of which it cannot be known, and this one.
      const isGone = (scratch: string) => scratch.replace(/(?<=\.new-)\d+/, '99999999')
      const scratchBy = (secrets: Secrets) =>
        isGone(scratchOf(join(backupsFolder, 'atrium-20000101T000000001Z'), secrets))
      const foreignScratch = scratchBy(secretsFrom('x'.repeat(32)))
      const ownScratch = scratchBy(await loadSecrets({ dataDir: env.DATA_DIR ?? '' }))
      await Promise.all([foreignScratch, ownScratch].map((scratch) => mkdir(scratch)))
      await writeFile(join(backupsFolder, 'atrium-20000101T000000001Z.secret-key'), 'of a half')
      await make('keep=1')
      const [, , first] = (await readdir(backupsFolder)).toSorted()
      expect(await make(' keep = 1 ')).toMatchObject({ key: 'job.outcome.backedUp', params: { removed: 1 } })
      const left = (await readdir(backupsFolder)).toSorted()
      expect(left).toEqual([
        foreign,
        basename(foreignScratch),
        expect.stringMatching(/Z$/),
        `${left[2]}.secret-key`,
      ])
      expect(left).not.toContain(first)

      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('backup', 0))`.execute(trx)
        await expect(make('')).rejects.toMatchObject({ result: { key: 'job.outcome.backupUnderWay' } })
      })
      const nowhere = { ...env, BACKUP_DIR: env.RELEASE_KEYS ?? '' }
      await expect(make('', nowhere)).rejects.toMatchObject({
        result: {
          key: 'job.outcome.backupFailed',
          params: { reason: expect.stringMatching(/EEXIST.*keys\.json/) },
        },
      })
      expect((await readdir(backupsFolder)).toSorted()).toEqual(left)
    } finally {
      await close()
    }
  })

  it.each(['7', 'keep=0', 'keep=-1', 'keep=all'])('does nothing where its params are %j', async (params) => {
    await expect(make(params)).rejects.toMatchObject({
      result: { key: 'job.outcome.keepExpected', params: { keep: 7 } },
    })
  })
})

describe('a backup', () => {
  beforeAll(async () => {
    backup = await makeBackup(readConfig(env), { to: join(folder, 'whole') })
    secret = (await readFile(backup.secretFile, 'utf8')).trim()
  })

  it('that is cut off, or that is removed while it is made, fails and leaves nothing behind', async () => {
    const to = join(folder, 'cut-off')
    await mkdir(to)
    const stopping = new AbortController()
    const whileMade = [
      { signal: stopping.signal, happens: () => stopping.abort(), fails: /aborted/ },
      { happens: (scratch: string) => rm(scratch, { recursive: true }), fails: /was removed or changed/ },
    ]
    for (const { happens, fails, ...options } of whileMade) {
      const making = makeBackup(readConfig(env), { to, ...options })
      const failing = expect(making).rejects.toThrow(fails)
      let database: string | undefined
      while (database === undefined) {
        await sleep(5)
        database = (await readdir(to, { recursive: true })).find((path) => basename(path) === places.cluster)
      }
      await happens(join(to, dirname(database)))
      await failing
      expect(await readdir(to)).toEqual([])
    }
  })

  /** Debian's programs, of before the embedded PostgreSQL; skipped, and said to be, where there are none. */
  ;(isOlder ? it : it.skip)('is not made by programs of another version than the database', async () => {
    const database = await createTestDatabase()
    const { ownerUrl: DATABASE_URL } = database
    const variables = { ...place('newer'), DATABASE_URL, SECRET_KEY: secret, PATH: programs ?? '' }
    const refused = await run('backup-cli.ts', variables, '--to', join(folder, 'newer'))
    expect(refused.complained).toMatch(
      /pg_dump 1\d is too old for PostgreSQL 18: install .*version 18 \(on Debian/,
    )
    expect(refused.code).toBe(1)
    await expect(checkClient('pg_dump', 9)).rejects.toThrow(/too new for PostgreSQL 9: install/)
    await database.close()
  })

  /** Tries to restore, which writes nothing where it fails. */
  const refused = async (from: string, name: string, key = secret) => {
    const target = place(name)
    const failure = await restoreBackup(readConfig(target), { from, secret: key }).catch((error) => error)
    await expect(readdir(target.DATA_DIR ?? '')).rejects.toThrow('ENOENT')
    return String(failure)
  }

  it('is refused with another key, and without one', async () => {
    expect(await refused(backup.folder, 'other-key', `${secret}!`)).toMatch(/secret key is not that of/)
    const { code, complained } = await run('restore-cli.ts', place('no-key'), '--from', backup.folder)
    expect([code, complained]).toEqual([1, expect.stringMatching(/^Name the file of the secret key/)])
  })

  it.each([
    [places.cluster, /damaged: database\.tar\.gz is not what was written/],
    [join(places.releases, 'a-remote/1.0.0/remote.js'), /damaged: releases.*remote\.js is not what/],
    [sumsName, /damaged: SHA256SUMS is not/],
    [manifestName, /backup\.json (was changed|is damaged)/],
  ])('is refused where a byte of %s was changed', async (path, reason) => {
    const from = join(folder, `damaged-${path.replaceAll('/', '-')}`)
    await cp(backup.folder, from, { recursive: true })
    const handle = await open(join(from, path), 'r+')
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size >> 1)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, size >> 1)
    await handle.close()
    expect(await refused(from, `of-damaged-${path.replaceAll('/', '-')}`)).toMatch(reason)
    await rm(join(from, path))
    expect(await refused(from, 'of-missing')).toMatch(/is no backup|is not whole/)
  })

  /** A copy of the backup in which the deployment itself has put something else into one of its files. */
  const altered = async (path: string, content: string) => {
    const from = join(folder, `altered-${path}`)
    await cp(backup.folder, from, { recursive: true })
    await writeFile(join(from, path), content)
    const hashOf = (written: string) => createHash('sha256').update(written).digest('hex')
    const others = (await readFile(join(from, sumsName), 'utf8')).split('\n').slice(0, -1)
    const lines = [...others.filter((line) => line.slice(66) !== path), `${hashOf(content)}  ${path}`]
    const list = lines.map((line) => `${line}\n`).join('')
    await writeFile(join(from, sumsName), list)
    await writeManifest(from, secretsFrom(secret), { ...(await readManifest(from)), sums: hashOf(list) })
    return from
  }

  it('that fails half-way leaves nothing behind, and keeps what it did not make', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(join(elsewhere, 'files'), { recursive: true })
    const FILES_DIR = join(elsewhere, 'files')
    const { DATA_DIR = '' } = place('half')
    const target = { DATA_DIR, FILES_DIR, RELEASES_DIR: join(elsewhere, 'releases') }
    const failing = await altered(places.cluster, 'no tar')
    await expect(restoreBackup(readConfig(target), { from: failing, secret })).rejects.toThrow(
      'tar has failed',
    )
    expect(await readdir(DATA_DIR)).toEqual([])
    expect(await readdir(elsewhere)).toEqual(['files'])
    // A server that was started meanwhile has made its own.
    const started = join(DATA_DIR, 'postgres')
    const beaten = restoreEmbedded(DATA_DIR, async () => {
      await mkdir(started)
      await writeFile(join(started, 'PG_VERSION'), '18')
    })
    await expect(beaten).rejects.toThrow('Another process has made a database in')
    expect(await readdir(started)).toEqual(['PG_VERSION'])
  })

  it('whose heads its trail does not go with is restored, and said to have faults', async () => {
    const [number, hash] = [1_000_000, '0'.repeat(64)]
    const seal = { form: 2, number, hash, previousHash: hash, signature: hash, sealedAt: new Date() }
    const counts = { fromBatch: number, toBatch: number, emptyBatches: 0, events: 1, total: number }
    const from = await altered(places.heads, `${headLine({ ...seal, ...counts })}\n`)
    const { DATA_DIR = '' } = place('faulty')
    const restored = await run('restore-cli.ts', { DATA_DIR, SECRET_KEY: secret }, '--from', from)
    expect(restored).toMatchObject({ code: 1, complained: '' })
    expect(restored.said).toMatch(/NOT whole:\n(.*\n)*the trail has no seal 1000000 than/)
    expect(await readdir(DATA_DIR)).toContain('secret-key')
  })

  it('is not restored over anything', async () => {
    const target = place('occupied')
    await mkdir(target.DATA_DIR ?? '', { recursive: true })
    await writeFile(join(target.DATA_DIR ?? '', 'something'), 'of somebody')
    const failure = restoreBackup(readConfig(target), { from: backup.folder, secret })
    await expect(failure).rejects.toThrow(/is there already: restore to a place that is empty/)
    expect(await readdir(target.DATA_DIR ?? '')).toEqual(['something'])
    const own = { ...place('own'), DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }
    const other = restoreBackup(readConfig(own), { from: backup.folder, secret })
    await expect(other).rejects.toThrow(/of an embedded database: unset DATABASE_URL/)
    const stopped = { from: backup.folder, secret, signal: AbortSignal.abort(new Error('stopped')) }
    await expect(restoreBackup(readConfig(place('stopped')), stopped)).rejects.toThrow('stopped')
  })
})

const ownTest = programs === undefined ? it.skip : it
ownTest('of a PostgreSQL of one’s own is restored into another database', async () => {
  const own = join(folder, 'own')
  await mkdir(own)
  const postgres = await startPostgres(programs ?? '', own)
  try {
    await query(
      postgres.urlOf('postgres', 'postgres'),
      'create role atrium login createrole',
      'create role atrium_backup login bypassrls',
      'grant pg_read_all_data to atrium_backup',
      'create role stranger login bypassrls',
      ...['atrium', 'copy'].map(
        (name) =>
          `create database ${name} owner atrium template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.utf8'`,
      ),
    )
    const variables = { SECRET_KEY: secret, PATH: `${programs}:${process.env.PATH}` }
    const first = { ...variables, ...place('dumped'), DATABASE_URL: postgres.urlOf('atrium', 'atrium') }
    const { auditKey } = secretsFrom(secret)
    const database = await openDatabase({ url: first.DATABASE_URL })
    await seed(database.db, { timeZone: 'Asia/Shanghai', adminPassword: password, demo: undefined })
    await write(database, 'sealed')
    await sealBatches(database.db, auditKey)
    await write(database, 'waiting')
    await prepareHeads(readConfig(first).headsFile)
    await writeHeads(database.db, auditKey, readConfig(first).headsFile)
    const all = postgres.urlOf('postgres', 'atrium')
    const before = await rowsOf(all)

    const stranger = { DATABASE_BACKUP_URL: postgres.urlOf('stranger', 'atrium') }
    for (const blind of [first, { ...first, ...stranger }]) {
      await expect(makeBackup(readConfig(blind))).rejects.toThrow(
        /does not see the rows of all tenants: set DATABASE_BACKUP_URL/,
      )
    }
    const reader = {
      DATABASE_BACKUP_URL: `${postgres.urlOf('atrium_backup', 'atrium')}&password=for-nobody-to-see`,
    }
    // Events that are sealed while pg_dump waits with its picture of the database taken are not in it.
    const holding = new pg.Client(all)
    await holding.connect()
    await holding.query('begin; lock table app_user in access exclusive mode')
    const isWaiting = async () => (await holding.query('select from pg_locks where not granted')).rowCount
    const stopped = begin('backup-cli.ts', { ...first, ...reader })
    while (!(await isWaiting())) await sleep(20)
    const { pid } = stopped.child
    const [dumping] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
    const seen = await readFile(`/proc/${dumping}/cmdline`, 'utf8')
    expect(seen).toMatch(/--dbname=.*atrium_backup/)
    expect(seen).not.toContain('for-nobody-to-see')
    stopped.child.kill('SIGINT')
    expect(await stopped.ended).toMatchObject({
      code: 1,
      complained: 'Stopped by SIGINT: nothing was kept.\n',
    })
    expect(await readdir(readConfig(first).backupsFolder)).toEqual([])
    // pg_dump has PostgreSQL end what it waits for.
    while (await isWaiting()) await sleep(20)
    const making = run('backup-cli.ts', { ...first, ...reader })
    while (!(await isWaiting())) await sleep(20)
    for (const id of ['later', 'latest']) {
      await write(database, id)
      await sealBatches(database.db, auditKey)
    }
    await holding.query('commit')
    await holding.end()
    const made = await making
    expect(made).toMatchObject({ code: 0, complained: '' })
    const [, path = ''] = /^Backed up to (\S+) \(/.exec(made.said) ?? []
    await query(all, `update app_user set password_hash = 'none'`)
    await database.close()

    const second = { ...variables, ...place('restored'), DATABASE_URL: postgres.urlOf('atrium', 'copy') }
    const restored = await run('restore-cli.ts', second, '--from', path)
    expect(restored).toMatchObject({ code: 0, complained: '' })
    expect(restored.said).toContain('It has 1 events behind seals and 1 that wait for one.')
    expect(await rowsOf(postgres.urlOf('postgres', 'copy'))).toEqual(before)
    const again = await run('restore-cli.ts', { ...second, ...place('again') }, '--from', path)
    expect(again.complained).toMatch(/database is not empty/)
    const started = await start(second)
    expect(await trySignIn(started, { userName: 'admin', password })).toMatchObject({ code: codes.ok })
    await stop(started.process)
  } finally {
    await postgres.close()
  }
})
