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
import { processEnvironment, programFile } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { type Reachable, trySignIn } from '../../modules/identity/sign-in/test-kit/index.ts'
import { checkpointLine } from '../../platform/audit/checkpoints.ts'
import { write } from '../../platform/audit/test-kit/index.ts'
import { readConfig } from '../../platform/config/config.ts'
import { openExisting, restoreEmbedded } from '../../platform/database/index.ts'
import { loadSecrets, type Secrets, secretsFrom } from '../../platform/secrets/index.ts'
import { localStore, newKey } from '../../platform/storage/index.ts'
import { nightlyBackup } from '../maintenance/index.ts'
import { type Backup, ExternalDatabase, makeBackup } from './index.ts'
import { manifestName, parts, readManifest, sumsName, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore.ts'
import { scratchOf } from './retention.ts'
import { rowsOf } from './test-kit/index.ts'

// Each test starts servers and databases as processes.
jest.setTimeout(300_000)

const password = 'Process2026'
let folder: string
/** The deployment that is backed up; its server keeps running. */
let env: Record<string, string>
let server: ChildProcess
let backup: Backup
let secret: string
/** An uploaded file that is deleted after the backup. */
const contentKey = newKey()

/** Starts the server as a process and waits until it is ready. */
async function start(variables: Record<string, string>): Promise<Reachable & { process: ChildProcess }> {
  const fixed = { PORT: '0', METRICS_PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ADMIN_PASSWORD: password }
  const child = spawn(process.execPath, [programFile, 'main'], {
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

/** Starts a command the way an operator would. */
function begin(command: string, variables: Record<string, string>, ...options: string[]) {
  const child = spawn(process.execPath, [programFile, command, ...options], {
    env: { ...processEnvironment, ...variables },
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([said, complained, [code]]) => ({ code, said, complained }),
  )
  return { child, ended }
}

/** Runs a command and waits until it exits. */
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

/** Returns settings with an unused DATA_DIR. */
const dataDirIn = (name: string): Record<string, string> => ({ DATA_DIR: join(folder, name, 'data') })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-backup-'))
  // If root runs the test, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(folder, 0o755)
  env = { ...dataDirIn('first'), RELEASE_KEYS: join(folder, 'keys.json') }
  await writeFile(env.RELEASE_KEYS ?? '', '{}')
  server = (await start(env)).process
  const { filesFolder, releasesFolder } = readConfig(env)
  await localStore(filesFolder).put(contentKey, [Buffer.from('a file')] as never)
  await mkdir(join(releasesFolder, 'a-remote/1.0.0'), { recursive: true })
  await writeFile(join(releasesFolder, 'a-remote/1.0.0/remote.js'), 'a release')
  await writeFile(join(releasesFolder, 'a-remote/1.0.0/page.new-look.js'), 'a page')
  // A file and a release that are still being written.
  await writeFile(join(filesFolder, contentKey.slice(0, 2), `${newKey()}.part`), 'half a file')
  await mkdir(join(releasesFolder, 'a-remote/1.0.1.incoming'))
  await writeFile(join(releasesFolder, 'a-remote/1.0.1.incoming/remote.js'), 'half a release')
})

afterAll(async () => {
  await stop(server)
  await rm(folder, { recursive: true, force: true })
})

it('restores the state at the time of the backup, while the original server keeps running', async () => {
  const source = await openExisting({ DATA_DIR: env.DATA_DIR ?? '' })
  // A job that ran after the first look at the rows would change them.
  await query(source.ownerUrl, 'update job set status = 1, next_run_at = null')
  const before = await rowsOf(source.ownerUrl)
  expect(before.get('job')?.join()).toContain('"id": "backups.make"')
  // Writes events during the backup. Each event must be either complete in the backup or missing.
  let isDone = false
  const writing = (async () => {
    for (let n = 0; !isDone; n += 1) await write(source, `meanwhile ${n}`)
  })()
  const made = await run('backup', env, '--to', join(folder, 'backups'))
  isDone = true
  await writing
  expect(made).toMatchObject({ code: 0, complained: '' })
  const [, path = ''] = /^Backed up to (\S+) \(\d/.exec(made.said) ?? []
  expect(made.said).toContain(`The secret key is in ${path}.secret-key. Store it separately`)
  const modes = [path, join(path, manifestName), join(path, parts.cluster), `${path}.secret-key`]
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

  const target = dataDirIn('second')
  const restored = await run('restore', target, '--from', path, '--secret-key', `${path}.secret-key`)
  expect(restored).toMatchObject({ code: 0, complained: '' })
  expect(restored.said).toContain('The audit trail is intact.')
  expect(restored.said).toContain('Changes made after the backup are lost.')
  const { filesFolder, releasesFolder } = readConfig(target)
  expect(await text(await localStore(filesFolder).get(contentKey))).toBe('a file')
  expect((await readdir(join(releasesFolder, 'a-remote'), { recursive: true })).sort()).toEqual([
    '1.0.0',
    '1.0.0/page.new-look.js',
    '1.0.0/remote.js',
  ])
  expect(await readFile(join(releasesFolder, 'a-remote/1.0.0/remote.js'), 'utf8')).toBe('a release')
  expect(await readFile(join(target.DATA_DIR ?? '', parts.releaseKeys), 'utf8')).toBe('{}')

  const copy = await openExisting({ DATA_DIR: target.DATA_DIR ?? '' })
  const found = await rowsOf(copy.ownerUrl)
  // The server and the writer kept adding events, so the copy has only the first of them. The server also counts its
  // calls, and notes until when it has begun and ended access.
  const trail = ['audit_event', 'audit_seal']
  for (const table of trail) {
    expect(found.get(table)).toEqual(expect.arrayContaining(before.get(table) ?? []))
    expect(meanwhile.get(table)).toEqual(expect.arrayContaining(found.get(table) ?? []))
  }
  const counts = ['call_count', 'server_process', 'access_clock']
  const others = (rows: typeof found) => [...rows].filter(([table]) => ![...trail, ...counts].includes(table))
  expect(others(found).length).toBeGreaterThan(50)
  expect(others(found)).toEqual(others(before))
  const second = await start(target)
  expect(await trySignIn(second, { userName: 'admin', password })).toMatchObject({ code: codes.ok })
  await stop(second.process)
  await copy.close()
})

const runJob = (params: string, variables = env) =>
  nightlyBackup.run({
    services: {
      ...testServices({ db: undefined as never }),
      backUp: (options) => makeBackup(readConfig(variables), options),
    },
    params,
    signal: new AbortController().signal,
  })

describe('the job', () => {
  it('keeps the newest of its own backups, and fails while another backup is in progress', async () => {
    const { db, close } = await openExisting({ DATA_DIR: env.DATA_DIR ?? '' })
    try {
      const { backupsFolder } = readConfig(env)
      const foreign = 'atrium-20000101T000000000Z'
      await mkdir(join(backupsFolder, foreign), { recursive: true })
      // Leftovers of killed processes: one of another deployment and one of this deployment.
      const isGone = (scratch: string) => scratch.replace(/(?<=\.new-)\d+/, '99999999')
      const scratchBy = (secrets: Secrets) =>
        isGone(scratchOf(join(backupsFolder, 'atrium-20000101T000000001Z'), secrets))
      const foreignScratch = scratchBy(secretsFrom('x'.repeat(32)))
      const ownScratch = scratchBy(await loadSecrets({ dataDir: env.DATA_DIR ?? '' }))
      await Promise.all([foreignScratch, ownScratch].map((scratch) => mkdir(scratch)))
      await writeFile(join(backupsFolder, 'atrium-20000101T000000001Z.secret-key'), 'of a half')
      await runJob('keep=1')
      const [, , first] = (await readdir(backupsFolder)).toSorted()
      expect(await runJob(' keep = 1 ')).toMatchObject({
        key: 'job.outcome.backedUp',
        params: { removed: 1 },
      })
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
        await expect(runJob('')).rejects.toMatchObject({ result: { key: 'job.outcome.backupUnderWay' } })
      })
      const invalidBackupDir = { ...env, BACKUP_DIR: env.RELEASE_KEYS ?? '' }
      await expect(runJob('', invalidBackupDir)).rejects.toMatchObject({
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

  it.each(['7', 'keep=0', 'keep=-1', 'keep=all'])('rejects the params %j', async (params) => {
    await expect(runJob(params)).rejects.toMatchObject({
      result: { key: 'job.outcome.keepExpected', params: { keep: 7 } },
    })
  })
})

describe('a backup', () => {
  beforeAll(async () => {
    backup = await makeBackup(readConfig(env), { to: join(folder, 'whole') })
    secret = (await readFile(backup.secretFile, 'utf8')).trim()
  })

  it('leaves nothing behind when aborted, or when the folder is removed during the backup', async () => {
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
        database = (await readdir(to, { recursive: true })).find((path) => basename(path) === parts.cluster)
      }
      await happens(join(to, dirname(database)))
      await failing
      expect(await readdir(to)).toEqual([])
    }
  })

  /**
   * Tries to restore an invalid backup.
   * @returns the error
   */
  const rejectionOf = async (from: string, name: string, key = secret) => {
    const target = dataDirIn(name)
    const failure = await restoreBackup(readConfig(target), { from, secret: key }).catch((error) => error)
    await expect(readdir(target.DATA_DIR ?? '')).rejects.toThrow('ENOENT')
    return String(failure)
  }

  it('rejects a restore with another key or without a key', async () => {
    expect(await rejectionOf(backup.folder, 'other-key', `${secret}!`)).toMatch(
      /was made with another secret key/,
    )
    const { code, complained } = await run('restore', dataDirIn('no-key'), '--from', backup.folder)
    expect([code, complained]).toEqual([1, expect.stringMatching(/^Specify the key file of the backup/)])
  })

  it.each([
    [parts.cluster, /damaged: database\.tar\.gz was changed after/],
    [join(parts.releases, 'a-remote/1.0.0/remote.js'), /damaged: releases.*remote\.js was changed/],
    [sumsName, /damaged: SHA256SUMS was/],
    [manifestName, /backup\.json (was changed|is damaged)/],
  ])('is rejected if a byte of %s was changed', async (path, reason) => {
    const from = join(folder, `damaged-${path.replaceAll('/', '-')}`)
    await cp(backup.folder, from, { recursive: true })
    const handle = await open(join(from, path), 'r+')
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size >> 1)
    await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, size >> 1)
    await handle.close()
    expect(await rejectionOf(from, `of-damaged-${path.replaceAll('/', '-')}`)).toMatch(reason)
    await rm(join(from, path))
    expect(await rejectionOf(from, 'of-missing')).toMatch(/is not a backup|is incomplete/)
  })

  /** Copies the backup with different content in one file, and renews its hashes and its seal. */
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

  it('removes only the restored files when a restore fails halfway', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(join(elsewhere, 'files'), { recursive: true })
    const FILES_DIR = join(elsewhere, 'files')
    const { DATA_DIR = '' } = dataDirIn('half')
    const target = { DATA_DIR, FILES_DIR, RELEASES_DIR: join(elsewhere, 'releases') }
    const failing = await altered(parts.cluster, 'no tar')
    await expect(restoreBackup(readConfig(target), { from: failing, secret })).rejects.toThrow('tar failed')
    expect(await readdir(DATA_DIR)).toEqual([])
    expect(await readdir(elsewhere)).toEqual(['files'])
    // Simulates a server that starts during the restore and creates its own database.
    const started = join(DATA_DIR, 'postgres')
    const beaten = restoreEmbedded(DATA_DIR, async () => {
      await mkdir(started)
      await writeFile(join(started, 'PG_VERSION'), '18')
    })
    await expect(beaten).rejects.toThrow('Another process has created a database in')
    expect(await readdir(started)).toEqual(['PG_VERSION'])
  })

  it('restores a backup whose checkpoints do not match the trail, and reports faults', async () => {
    const [number, hash] = [1_000_000, '0'.repeat(64)]
    const seal = { form: 2, number, hash, previousHash: hash, signature: hash, sealedAt: new Date() }
    const counts = { fromBatch: number, toBatch: number, emptyBatches: 0, events: 1, total: number }
    const from = await altered(parts.checkpoints, `${checkpointLine({ ...seal, ...counts })}\n`)
    const { DATA_DIR = '' } = dataDirIn('faulty')
    const restored = await run('restore', { DATA_DIR, SECRET_KEY: secret }, '--from', from)
    expect(restored).toMatchObject({ code: 1, complained: '' })
    expect(restored.said).toMatch(/NOT intact:\n(.*\n)*seal 1000000 in .* is missing from the trail/)
    expect(await readdir(DATA_DIR)).toContain('secret-key')
  })

  it('rejects a restore over existing files', async () => {
    const target = dataDirIn('occupied')
    await mkdir(target.DATA_DIR ?? '', { recursive: true })
    await writeFile(join(target.DATA_DIR ?? '', 'something'), 'of somebody')
    const failure = restoreBackup(readConfig(target), { from: backup.folder, secret })
    await expect(failure).rejects.toThrow(/is not empty\. Restore into an empty folder/)
    expect(await readdir(target.DATA_DIR ?? '')).toEqual(['something'])
    const stopped = { from: backup.folder, secret, signal: AbortSignal.abort(new Error('stopped')) }
    await expect(restoreBackup(readConfig(dataDirIn('stopped')), stopped)).rejects.toThrow('stopped')
  })
})

describe('an external database', () => {
  const external = () => ({ ...dataDirIn('external'), DATABASE_URL: 'postgres://u@127.0.0.1:1/x' })
  const message = /only the embedded database.*docs\/operators\/back-up\.md#a-postgresql-of-your-own/

  it('rejects both commands with a reference to the documentation, and writes nothing', async () => {
    const made = await run('backup', external(), '--to', join(folder, 'external-backups'))
    expect(made).toMatchObject({ code: 1, said: '', complained: expect.stringMatching(message) })
    const variables = { ...external(), SECRET_KEY: secret }
    const restored = await run('restore', variables, '--from', backup.folder)
    expect(restored).toMatchObject({ code: 1, said: '', complained: expect.stringMatching(message) })
    expect((await readdir(folder)).filter((name) => name.startsWith('external'))).toEqual([])
  })

  it('fails the backup job with the reason', async () => {
    await expect(makeBackup(readConfig(external()))).rejects.toThrow(ExternalDatabase)
    await expect(runJob('', external())).rejects.toMatchObject({
      result: { key: 'job.outcome.backupExternal' },
    })
  })
})
