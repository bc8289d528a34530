import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { blocksOf, type Changes, installFile, runCommand } from './page.ts'
import { asOurselves, databaseUser, type Program, postgresFolder, startProgram } from './programs.ts'

/** Time limit for any condition, in ms. */
const timeout = 120_000

/**
 * Waits until a condition holds.
 * @throws Error with the condition's name after the time limit
 */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + timeout
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Timed out. This condition was not met: ${what}`)
    await sleep(50)
  }
}

/**
 * Asks Patroni on a node.
 * @returns whether it responded with 200 at this path
 */
const patroniSays = (address: string, path: string): Promise<boolean> =>
  fetch(`http://${address}:8008/${path}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** A PostgreSQL server managed by Patroni. */
export interface Node {
  readonly name: string
  /** URL of its superuser. */
  readonly url: string
  readonly isPrimary: () => Promise<boolean>
  /** Whether the node has all acknowledged writes, so that it may take over. */
  readonly isSynchronous: () => Promise<boolean>
  /**
   * Kills PostgreSQL's main process with SIGKILL.
   * @param whole kills Patroni first, to simulate the loss of the machine
   */
  readonly kill: (whole: boolean) => Promise<void>
  /** Starts Patroni again if it was killed. */
  readonly comeBack: () => void
}

/** The two databases, and the way to their primary. */
export interface Cluster {
  readonly nodes: readonly Node[]
  /**
   * Returns the address on this machine that stands for a machine of the page: 1 and 2 are the databases, 11 and 12
   * the servers.
   */
  readonly address: (machine: number) => string
  /** Returns the URL at which a server's machine reaches the suite's database. */
  readonly urlOf: (user: string, password: string, machine: number) => string
  readonly version: string
  readonly isLedByOther: (node: Node) => Promise<boolean>
  /**
   * Waits until one node is primary and the other is in sync.
   * @returns the primary
   */
  readonly whole: () => Promise<Node>
  /** Runs the page's command for a planned switchover. */
  readonly switchOver: () => Promise<void>
  readonly list: () => Promise<string>
}

interface Setup {
  readonly folder: string
  readonly address: (machine: number) => string
  /** Replaces each password in the files. */
  readonly password: string
}

async function machineFolder({ folder }: Setup, name: string, user?: string): Promise<string> {
  const machine = join(folder, name)
  await mkdir(machine, { recursive: true })
  if (user) execFileSync('chown', [user, machine])
  return machine
}

async function startEtcd(setup: Setup): Promise<Program> {
  const machine = await machineFolder(setup, 'etcd')
  const [, others = ''] = /^initial-cluster: [^,]+(,.*)$/m.exec(await readTemplate('etcd.yml')) ?? []
  const file = await installFile(machine, 'etcd.yml', [
    // One etcd is enough, because it would be lost together with this machine.
    [others, ''],
    ['/var/lib/etcd/atrium', join(machine, 'data')],
    ['10.0.0.1:', `${setup.address(1)}:`],
  ])
  const etcd = startProgram(['/usr/bin/etcd', `--config-file=${file}`], machine)
  await until('etcd responds', () =>
    fetch(`http://${setup.address(1)}:2379/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return etcd
}

const readTemplate = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, '../../deploy/high-availability', name), 'utf8')

/** A node with its configuration and a function that stops it. */
interface StartedNode extends Node {
  readonly configuration: string
  readonly end: () => Promise<void>
}

/**
 * Returns the id of PostgreSQL's main process in a folder, if one runs. The file of a dead process may contain the id
 * of any other process.
 */
async function postmasterOn(data: string): Promise<number | undefined> {
  const readOr = (path: string) => readFile(path, 'utf8').catch(() => '')
  const [pid = ''] = (await readOr(join(data, 'postmaster.pid'))).split('\n')
  const [program = '', ...options] = (await readOr(`/proc/${pid}/cmdline`)).split('\0')
  return program.endsWith('/postgres') && options.includes(data) ? Number(pid) : undefined
}

async function startNode(setup: Setup, number: 1 | 2): Promise<StartedNode> {
  const name = `db${number}`
  const address = setup.address(number)
  const machine = await machineFolder(setup, name, databaseUser)
  const data = join(machine, 'data')
  const own: Changes = number === 1 ? [] : [['name: db1', `name: ${name}`]]
  const configuration = await installFile(
    machine,
    'patroni.yml',
    [
      ...own,
      ['hosts: [10.0.0.1:2379, 10.0.0.2:2379, 10.0.0.3:2379]', `hosts: [${setup.address(1)}:2379]`],
      // All of this machine's own addresses connect from 127.0.0.0/8.
      ['10.0.0.0/24', '127.0.0.0/8'],
      ['10.0.0.1:', `${address}:`],
      ['/var/lib/postgresql/15/atrium', data],
      ['/usr/lib/postgresql/15/bin', postgresFolder()],
      ['/var/run/postgresql', machine],
      ...['first', 'second', 'third'].map((which) => [`choose the ${which}`, setup.password] as const),
      // The watchdog would reset this machine.
      ['mode: automatic', 'mode: "off"'],
    ],
    databaseUser,
  )
  const start = () => startProgram(['/usr/bin/patroni', configuration], machine, databaseUser)
  let patroni = start()
  return {
    name,
    configuration,
    url: `postgres://postgres:${setup.password}@${address}:5432/`,
    isPrimary: () => patroniSays(address, 'primary'),
    isSynchronous: () => patroniSays(address, 'synchronous'),
    kill: async (whole) => {
      const pid = await postmasterOn(data)
      if (pid === undefined) throw new Error(`PostgreSQL is not running on ${name}`)
      if (whole) await patroni.end('SIGKILL')
      process.kill(pid, 'SIGKILL')
    },
    comeBack: () => {
      if (patroni.ended()) patroni = start()
    },
    end: async () => {
      await patroni.end('SIGTERM')
      const left = await postmasterOn(data)
      if (left === undefined) return
      try {
        process.kill(left, 'SIGKILL')
      } catch (error) {
        // The process ended in the meantime.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    },
  }
}

/** Starts the haproxy on a server's machine. */
async function startProxy(setup: Setup, machine: 11 | 12): Promise<Program> {
  const folder = await machineFolder(setup, `app${machine - 10}`)
  const file = await installFile(folder, 'haproxy-database.cfg', [
    ['127.0.0.1:5432', `${setup.address(machine)}:5432`],
    ['10.0.0.1:', `${setup.address(1)}:`],
    ['10.0.0.2:', `${setup.address(2)}:`],
    ...asOurselves,
  ])
  await runCommand('haproxy -c', file)
  return startProgram(['/usr/sbin/haproxy', '-W', '-f', file], folder)
}

/** Creates roles and database as in docs/operators/database.md. */
async function makeDatabase(url: string, version: (text: string) => void): Promise<void> {
  const [prepare = '', login = ''] = await blocksOf('database', 'sql')
  const superuser = new pg.Client(`${url}postgres`)
  await superuser.connect()
  const { rows } = await superuser.query<{ server_version: string }>('show server_version')
  version(`PostgreSQL ${rows[0]?.server_version}`)
  for (const statement of `${prepare}${login}`.split(';\n').filter(Boolean)) await superuser.query(statement)
  await superuser.end()
}

/**
 * Simulates the machines of docs/operators/failover.md on this machine during some work. Each has a loopback address
 * that no other machine can reach.
 * @param folder for all of their files
 */
export async function withCluster<T>(folder: string, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const network = `127.77.${1 + (process.pid % 250)}`
  const setup: Setup = {
    folder,
    address: (machine) => `${network}.${machine}`,
    password: randomBytes(16).toString('hex'),
  }
  const ends: (() => Promise<void>)[] = []
  try {
    const etcd = await startEtcd(setup)
    ends.push(() => etcd.end('SIGTERM'))
    const nodes: StartedNode[] = []
    for (const number of [1, 2] as const) {
      const node = await startNode(setup, number)
      nodes.push(node)
      ends.push(node.end)
      await until(`${node.name} runs`, () => (number === 1 ? node.isPrimary() : node.isSynchronous()))
    }
    for (const machine of [11, 12] as const) {
      const proxy = await startProxy(setup, machine)
      ends.push(() => proxy.end('SIGTERM'))
    }
    const [first] = nodes
    if (!first) throw new Error('The cluster has no node')
    let version = ''
    await makeDatabase(first.url, (text) => (version = text))
    return await work({
      nodes,
      address: setup.address,
      urlOf: (user, password, machine) =>
        `postgres://${user}:${encodeURIComponent(password)}@${setup.address(machine)}:5432/atrium`,
      version,
      isLedByOther: async (node) =>
        (await Promise.all(nodes.map((other) => other !== node && other.isPrimary()))).includes(true),
      whole: () => untilRedundant(nodes),
      switchOver: async () =>
        void (await runCommand('patronictl -c /etc/patroni/config.yml switchover', first.configuration)),
      list: () => runCommand('patronictl -c /etc/patroni/config.yml list', first.configuration),
    })
  } finally {
    for (const end of ends.toReversed())
      await end().catch((error: unknown) => {
        process.exitCode = 1
        process.stderr.write(`${error}\n`)
      })
  }
}

/** Waits until one node is the primary and the other is in sync. */
async function untilRedundant(nodes: readonly Node[]): Promise<Node> {
  let primary: Node | undefined
  await until('one node is the primary and the other is in sync', async () => {
    const states = await Promise.all(
      nodes.map(async (node) =>
        (await node.isPrimary()) ? 'primary' : (await node.isSynchronous()) ? 'in sync' : '',
      ),
    )
    primary = nodes[states.indexOf('primary')]
    return primary !== undefined && states.includes('in sync')
  })
  if (!primary) throw new Error('The cluster has no primary')
  return primary
}
