import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tls from 'node:tls'
import { adminPassword, type Suite, startSuite } from '../lib/suite/index.ts'
import { type Cluster, until } from './cluster.ts'
import { installFile, runCommand } from './page.ts'
import { asOurselves, startProgram } from './programs.ts'

/** The servers' machines of the page. */
const machines = [11, 12] as const

/** A server that may be killed, and is started again at the same address. */
export interface Server {
  readonly kill: () => Promise<void>
  /** Starts it, and waits until it is ready. */
  readonly comeBack: () => Promise<void>
}

/** What people reach. */
interface Entrance {
  readonly servers: readonly Server[]
  /** Of the haproxy before them. */
  readonly url: string
}

/** A certificate for an address, that this process trusts. @returns certificate and key as haproxy takes them */
async function makeCertificate(folder: string, address: string): Promise<string> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=atrium.example.com', '-addext', `subjectAltName=IP:${address}`]
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' })
  const made = await readFile(certificate, 'utf8')
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), made])
  const both = join(folder, 'atrium.pem')
  await writeFile(both, made + (await readFile(key, 'utf8')), { mode: 0o600 })
  return both
}

/** The haproxy before the servers. @returns its address, and how to end it */
async function startBalancer(folder: string, { address }: Cluster) {
  const machine = join(folder, 'balancer')
  await mkdir(machine)
  const file = await installFile(machine, 'haproxy.cfg', [
    ['/etc/haproxy/atrium.pem', await makeCertificate(machine, address(20))],
    ['10.0.0.20:80\n', `${address(20)}:8000\n`],
    ['10.0.0.20:443', `${address(20)}:8443`],
    // Such names are the whole machine's.
    ['abns@atrium', `abns@atrium-${process.pid}`],
    // From which it reaches them: on this machine all addresses come from 127.0.0.1 else.
    ['  balance roundrobin\n', `  balance roundrobin\n  source ${address(20)}\n`],
    ...asOurselves,
    ...machines.map((number) => [`10.0.0.${number}:`, `${address(number)}:`] as const),
  ])
  await runCommand('haproxy -c', file)
  const haproxy = startProgram(['/usr/sbin/haproxy', '-W', '-f', file], machine)
  return { url: `https://${address(20)}:8443`, end: () => haproxy.end('SIGTERM') }
}

/**
 * Starts two servers as on the page, with the proxy before them, during some work.
 * @param smtpUrl where they send e-mail
 */
export async function withServers<T>(
  folder: string,
  cluster: Cluster,
  smtpUrl: string,
  work: (entrance: Entrance) => Promise<T>,
): Promise<T> {
  const secretKey = randomBytes(32).toString('hex')
  const running: (Suite | undefined)[] = []
  const start = async (index: number) => {
    const machine = machines[index] ?? 0
    const dataDir = join(folder, `app${index + 1}`)
    running[index] = await startSuite({
      dataDir,
      adminPassword,
      settings: {
        HOST: cluster.address(machine),
        PORT: '8080',
        TRUST_PROXY: cluster.address(20),
        DATABASE_URL: cluster.urlOf('atrium_login', 'choose another', machine),
        DATABASE_OWNER_URL: cluster.urlOf('atrium', 'choose one', machine),
        SECRET_KEY: secretKey,
        SMTP_URL: smtpUrl,
        AUDIT_HEADS: join(dataDir, 'heads'),
        FILES_DIR: join(folder, 'files'),
        RELEASES_DIR: join(folder, 'releases'),
      },
    })
  }
  const balancer = await startBalancer(folder, cluster)
  try {
    const servers: Server[] = []
    for (const [index, machine] of machines.entries()) {
      await start(index)
      servers.push({
        kill: async () => running[index]?.kill(),
        comeBack: async () => {
          await start(index)
          await until(`server ${machine} is ready`, () =>
            fetch(`http://${cluster.address(machine)}:8080/api/ready`).then(({ ok }) => ok),
          )
        },
      })
    }
    await until('the suite answers', () =>
      fetch(`${balancer.url}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    return await work({ servers, url: balancer.url })
  } finally {
    for (const server of running) await server?.stop()
    await balancer.end()
  }
}
