import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { globalTenantId } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import pg from 'pg'
import { processEnvironment, programFile } from '../../../test-support/index.ts'
import {
  type OwnPostgres,
  postgresPrograms,
  rowsOf,
  startPostgres,
} from '../../operations/backup/test-kit/index.ts'
import { sealedLines, writeCheckpoints } from '../../platform/audit/index.ts'
import { textOfKey } from '../../platform/audit/sealed-lines.ts'
import { sealBatches } from '../../platform/audit/sealer.ts'
import { write } from '../../platform/audit/test-kit/index.ts'
import { verifyAudit } from '../../platform/audit/verify.ts'
import { readConfig } from '../../platform/config/config.ts'
import { connectDatabase, type EmbeddedDatabase, startEmbedded } from '../../platform/database/index.ts'
import { version } from '../../platform/observability/program.ts'
import { loadSecrets, secretsFrom } from '../../platform/secrets/index.ts'
import { localStore, newKey } from '../../platform/storage/index.ts'

/* Runs the commands on the pages in docs/operators. */
const root = resolve(import.meta.dirname, '../../../../..')
const documents = join(root, 'docs/operators')
const run = promisify(execFile)

// The tests start servers and databases as processes.
jest.setTimeout(300_000)

let folder: string
let pages: Map<string, string>
const taken = new Set<string>()

const blocksIn = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block]) => block ?? '')

/**
 * Returns the code blocks of a page in a language.
 * @throws Error if there is no such page
 */
function blocks(page: string, language: 'sh' | 'sql'): string[] {
  const text = pages.get(page)
  if (text === undefined) throw new Error(`docs/operators has no ${page}.md`)
  const found = blocksIn(text, language)
  for (const block of found) taken.add(block)
  return found
}

/** Replaces pnpm in a command by the program, because fetching and starting pnpm takes longer than the command itself. */
const withoutPnpm = (command: string): string =>
  command.replace(/\bnpx -y pnpm@\d+ (\S+)/, `'${process.execPath}' '${programFile}' $1`)

/** Starts the server with these variables, waits until it runs, and stops it properly. */
async function startAndStop(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [programFile, 'main'], {
    env: { ...processEnvironment, PORT: '0', METRICS_PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', ...env },
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
      if (output.includes('Atrium is running')) child.kill('SIGTERM')
    })
  }
  await exited
  return output
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-operators-'))
  const files = (await readdir(documents)).filter((file) => file.endsWith('.md'))
  pages = new Map(
    await Promise.all(
      files.map(
        async (file) => [file.replace('.md', ''), await readFile(join(documents, file), 'utf8')] as const,
      ),
    ),
  )
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('prepares the operator’s own PostgreSQL, with and without a separate login, and starts the server on it', async () => {
  const cluster: EmbeddedDatabase = await startEmbedded({ dataDir: join(folder, 'own') })
  try {
    const maintenance = new URL(cluster.ownerUrl)
    maintenance.pathname = '/postgres'
    const superuser = new pg.Client(maintenance.href)
    await superuser.connect()
    // The embedded server already has a database of this name; an operator's own PostgreSQL does not.
    await superuser.query('drop database atrium')
    const [prepare = '', login = ''] = blocks('database', 'sql')
    const statements = (block: string) => block.split(';\n').filter(Boolean)
    for (const statement of [...statements(prepare), ...blocks('back-up', 'sql').flatMap(statements)])
      await superuser.query(statement)
    await superuser.end()
    const urlOf = (user: string, password: string) => {
      const url = new URL(cluster.url)
      url.username = user
      url.password = encodeURIComponent(password)
      url.pathname = '/atrium'
      return url.href
    }
    const ownerUrl = urlOf('atrium', 'choose one')
    const secret = {
      SECRET_KEY: 'a secret for tests alone, of enough characters',
      DATA_DIR: join(folder, 'heads'),
    }
    const output = await startAndStop({ DATABASE_URL: ownerUrl, ...secret })
    expect(output).toContain('Atrium is running')
    expect(output).toContain('a separate login is safer')
    const owner = new pg.Client(ownerUrl)
    await owner.connect()
    expect(statements(login)).toHaveLength(2)
    for (const statement of statements(login)) await owner.query(statement)
    await owner.end()
    const target = { DATABASE_URL: urlOf('atrium_login', 'choose another'), DATABASE_OWNER_URL: ownerUrl }
    const safer = await startAndStop({ ...target, ...secret })
    expect(safer).toContain('Atrium is running')
    expect(safer).not.toContain('a separate login is safer')
    // The owner is no superuser, so row-level security applies to the owner too.
    const database = await connectDatabase({ url: ownerUrl })
    await write(database, 't1')
    const { auditKey } = secretsFrom(secret.SECRET_KEY)
    expect(await sealBatches(database.db, auditKey)).toMatchObject({ events: 1 })
    expect(await verifyAudit(database.db, auditKey)).toMatchObject({ faults: [] })
    await database.close()
  } finally {
    await cluster.close()
  }
})

it('backs up and restores, plans and migrates, resets a password, verifies and archives the audit trail, archives messages and changes the login key', async () => {
  const own = {
    BACKUPS: join(folder, 'backups'),
    RESTORED: join(folder, 'restored'),
    ARCHIVE: join(folder, 'archive'),
  }
  const dataDir = join(folder, 'data')
  expect(await startAndStop({ DATA_DIR: dataDir })).toContain('Atrium is running')
  const exported = join(folder, 'export.jsonl')
  const { auditKey: key } = await loadSecrets({ dataDir })
  const facts = { exportedAt: new Date(), by: 'admin', filters: {}, key }
  await writeFile(exported, sealedLines({ ...facts, events: Readable.from([]), sealsOf: async () => [] }))
  const file = {
    EXPORT: exported,
    PUBLIC_KEY: textOfKey(key),
    INSTANT: new Date().toISOString(),
    TENANT: globalTenantId,
  }
  const env = { ...processEnvironment, DATA_DIR: dataDir, TMPDIR: folder, ...own, ...file }
  // The test below runs the other commands of this page, which are for the operator's own PostgreSQL.
  const backUp = blocks('back-up', 'sh').slice(0, 2)
  const commands = [
    ...backUp,
    ...['upgrade', 'secure', 'audit', 'messages'].flatMap((page) => blocks(page, 'sh')),
  ]
  expect(commands).toHaveLength(12)
  expect(commands.filter((command) => command === withoutPnpm(command))).toEqual([])
  let said = ''
  for (const command of commands)
    said += (await run('bash', ['-euc', withoutPnpm(command)], { cwd: root, env })).stdout
  expect(said).toMatch(/^Nothing is pending: the schema matches .+\.\nThe schema matches .+\.\n/m)
  expect(said).toMatch(/The password has been reset:\n +admin +[A-Za-z\d]{16}\n/)
  expect(said).toMatch(/Restored the backup that Atrium .* made at .*\nThe audit trail is intact/)
})

const programs = postgresPrograms()
const externalTest = programs === undefined ? it.skip : it
externalTest('backs up a PostgreSQL of one’s own with pg_dump and restores it into another', async () => {
  const own = join(folder, 'pg-dump')
  await mkdir(own)
  // If root runs the test, PostgreSQL runs under another account and needs to read the folder.
  await chmod(folder, 0o755)
  const [first, second] = await Promise.all(
    ['first', 'second'].map(async (name) => {
      await mkdir(join(own, name))
      return await startPostgres(programs ?? '', join(own, name))
    }),
  )
  if (!first || !second) throw new Error('both servers have to run')
  try {
    const [prepare = ''] = blocks('database', 'sql')
    const superuser = new pg.Client(first.urlOf('postgres', 'postgres'))
    await superuser.connect()
    for (const block of [prepare, ...blocks('back-up', 'sql')])
      for (const statement of block.split(';\n').filter(Boolean)) await superuser.query(statement)
    await superuser.end()
    const deployment = {
      SECRET_KEY: 'a secret for tests alone, of enough characters',
      DATA_DIR: join(own, 'data'),
    }
    const url = first.urlOf('atrium', 'atrium')
    expect(await startAndStop({ ...deployment, DATABASE_URL: url })).toContain('Atrium is running')
    const { auditKey } = secretsFrom(deployment.SECRET_KEY)
    const { filesFolder, checkpointFile, releasesFolder } = readConfig({ ...deployment, DATABASE_URL: url })
    const [key, laterKey] = [newKey(), newKey()]
    await localStore(filesFolder).put(key, [Buffer.from('a file')] as never)
    await mkdir(join(releasesFolder, 'a-remote/1.0.0'), { recursive: true })
    await writeFile(join(releasesFolder, 'a-remote/1.0.0/remote.js'), 'a release')
    const database = await connectDatabase({ url })
    await write(database, 'sealed')
    await sealBatches(database.db, auditKey)
    await write(database, 'waiting')
    await writeCheckpoints(database.db, auditKey, checkpointFile)
    const all = first.urlOf('postgres', 'atrium')
    const before = await rowsOf(all)

    const env = {
      ...processEnvironment,
      ...deployment,
      PATH: `${programs}:${process.env.PATH}`,
      BACKUPS: join(own, 'backups'),
      RESTORED: join(own, 'restored'),
    }
    const shell = (server: OwnPostgres, user: string, command: string, more: object = {}) => {
      const PGHOST = new URL(server.urlOf(user, 'postgres')).searchParams.get('host') ?? ''
      return run('bash', ['-euc', withoutPnpm(command)], {
        cwd: root,
        env: { ...env, PGHOST, PGUSER: user, ...more },
      })
    }
    const [, , backUp = '', restore = '', verification = ''] = blocks('back-up', 'sh')
    await expect(shell(first, 'atrium', backUp)).rejects.toThrow(/row-level security/)
    await rm(env.BACKUPS, { recursive: true })

    // Blocks pg_dump after it has taken its snapshot: the dump has no events of later batches, but does have their
    // sequence number.
    const holding = new pg.Client(all)
    await holding.connect()
    await holding.query('begin; lock table app_user in access exclusive mode')
    const made = shell(first, 'atrium_backup', backUp)
    while (!(await holding.query('select from pg_locks where not granted')).rowCount) await sleep(20)
    for (const id of ['later', 'latest']) {
      await write(database, id)
      await sealBatches(database.db, auditKey)
    }
    await localStore(filesFolder).delete(key)
    await localStore(filesFolder).put(laterKey, [Buffer.from('a later file')] as never)
    await holding.query('commit')
    await holding.end()
    await made
    await database.close()

    await shell(second, 'postgres', restore)
    expect(await rowsOf(second.urlOf('postgres', 'atrium'))).toEqual(before)
    const restored = { ...deployment, DATA_DIR: env.RESTORED, DATABASE_URL: second.urlOf('atrium', 'atrium') }
    const { stdout } = await shell(second, 'atrium', verification, restored)
    expect(stdout).toContain('The audit trail is intact.')
    const store = localStore(readConfig(restored).filesFolder)
    expect(await Promise.all([key, laterKey].map(async (one) => text(await store.get(one))))).toEqual([
      'a file',
      'a later file',
    ])
    expect(await readFile(join(env.RESTORED, 'releases/a-remote/1.0.0/remote.js'), 'utf8')).toBe('a release')
    expect(await startAndStop(restored)).toContain('Atrium is running')
  } finally {
    await Promise.all([first.close(), second.close()])
  }
})

it('covers every command on the other pages', () => {
  // Pages without `start`, `watch`, `failover` and `validation`. scripts/package.test.ts, main.test.ts, bench/failover
  // with its page.test.ts and scripts/validation run the commands of those.
  const others = [...pages]
    .filter(([page]) => !['start', 'watch', 'failover', 'validation'].includes(page))
    .map(([, text]) => text)
  const all = others.flatMap((text) => [...blocksIn(text, 'sh'), ...blocksIn(text, 'sql')])
  expect(all.filter((block) => !taken.has(block))).toEqual([])
})

it('has a changelog for this version, and upgrade notes for each later one', async () => {
  const [, ...sections] = (await readFile(join(root, 'CHANGELOG.md'), 'utf8')).split(/^## /m)
  const headings = sections.map((section) => section.split('\n', 1)[0] ?? '')
  expect(headings).toContainEqual(expect.stringContaining(`[${version}]`))
  expect(
    headings.filter((heading) => !/^\[(Unreleased|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$)/.test(heading)),
  ).toEqual([])
  const [, ...later] = sections.toReversed()
  expect(later.filter((section) => !section.includes('\n### Upgrading\n'))).toEqual([])
})

it('has no broken links', async () => {
  /** Returns the anchor of a heading, as Markdown renderers form it. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-')
  const dead: string[] = []
  for (const [page, text] of pages)
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [file, anchor] = link.split('#')
      const target = file ? await readFile(join(documents, file), 'utf8').catch(() => undefined) : text
      const anchors = [...(target ?? '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
      if (target === undefined || (anchor && !anchors.includes(anchor))) dead.push(`${page}.md: ${link}`)
    }
  expect(dead).toEqual([])
})
