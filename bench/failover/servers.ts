import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tls from 'node:tls'
import { adminPassword, type Suite, startSuite } from '../lib/suite/index.ts'
import { type Cluster, until } from './cluster.ts'
import { installFile, runCommand } from './page.ts'
import { asOurselves, startProgram } from './programs.ts'

/** Numbers of the servers' machines on the page. */
const machines = [11, 12] as const

/** A server that can be killed and started again at the same address. */
export interface Server {
  readonly kill: () => Promise<void>
  /** Starts the server, and waits until it is ready. */
  readonly comeBack: () => Promise<void>
}

/** The servers behind their proxy. */
interface Entrance {
  readonly servers: readonly Server[]
  /** URL of the haproxy in front of the servers. */
  readonly url: string
}

/**
 * Makes a certificate for an address, which this process trusts.
 * @returns certificate and key in haproxy's format
 */
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

/**
 * Starts the haproxy in front of the servers.
 * @returns its address, and a function that stops it
 */
async function startBalancer(folder: string, { address }: Cluster) {
  const machine = join(folder, 'balancer')
  await mkdir(machine)
  const file = await installFile(machine, 'haproxy.cfg', [
    ['/etc/haproxy/atrium.pem', await makeCertificate(machine, address(20))],
    ['10.0.0.20:80\n', `${address(20)}:8000\n`],
    ['10.0.0.20:443', `${address(20)}:8443`],
    // Abstract sockets are shared by the whole machine.
    ['abns@atrium', `abns@atrium-${process.pid}`],
    // Source address for connections to the servers: otherwise all of them would come from 127.0.0.1 on this machine.
    ['  balance roundrobin\n', `  balance roundrobin\n  source ${address(20)}\n`],
    ...asOurselves,
    ...machines.map((number) => [`10.0.0.${number}:`, `${address(number)}:`] as const),
  ])
  await runCommand('haproxy -c', file)
  const haproxy = startProgram(['/usr/sbin/haproxy', '-W', '-f', file], machine)
  return { url: `https://${address(20)}:8443`, end: () => haproxy.end('SIGTERM') }
}

/**
 * Starts two servers as on the page, with the proxy in front of them, during some work.
 * @param smtpUrl mail server for the servers' e-mail
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
    await until('the suite responds', () =>
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
