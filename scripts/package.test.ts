import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  execFile,
  spawn,
  spawnSync,
} from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { auditExport, codes } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { parse } from 'yaml'
import { trySignIn } from '../apps/server/src/modules/identity/sign-in/test-kit/index.ts'
import { readProfile } from '../apps/server/src/platform/config/profile.ts'
import { asSystem, connectDatabase, inTransaction } from '../apps/server/src/platform/database/index.ts'
import { freePort } from '../apps/server/test-support/free-port.ts'

/*
 * Tests docs/operators/start.md and the files of `deploy`. The folder that `pnpm package` assembles runs as an
 * unprivileged user who can only write its data, as a systemd service and behind nginx.
 */

// The tests bundle the server and start it as a process.
jest.setTimeout(420_000)

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** Skips a test that this machine cannot run, and prints why. */
const itWhere = (isPossible: boolean, reason: string) => {
  if (!isPossible) process.stdout.write(`SKIPPED: ${reason}\n`)
  return isPossible ? it : it.skip
}

let folder: string
let opt: string
let data: string
let port: number
/** Shell blocks of the page. */
let commands: string[]
let unit: Map<string, string[]>

const withTestPaths = (command: string) =>
  command
    .replaceAll('/opt/atrium', opt)
    .replaceAll('/var/lib/atrium', data)
    .replaceAll('npx -y pnpm@12', 'node --run')

/** Reads the settings of a unit by name, in order. */
function readUnit(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, name = '', value = ''] of text.matchAll(/^(\w+)=(.*)$/gm))
    found.set(name, [...(found.get(name) ?? []), value])
  return found
}

const unitValue = (name: string): string => unit.get(name)?.at(-1) ?? ''

/** Whether processes may have their own mounts on this machine. */
const canMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0

/**
 * Shell script that remounts everything read-only, except the data and the kernel's file systems, then runs its
 * arguments as an unprivileged user. It exits with 99 if anything else is still writable.
 */
const confine = `
  set -e
  mount --make-rprivate /
  mount --bind "$DATA" "$DATA"
  while read -r _ target _; do
    case $target in /proc*|/sys*|/dev*|"$DATA") ;; *) mount -o remount,ro,bind "$target" ;; esac
  done < /proc/mounts
  for place in "$HOME_OF_IT" /tmp /var/lib; do ! touch "$place/written" 2>/dev/null || exit 99; done
  exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all -- "$@"`

/** Starts a process of the package with the environment of a service. */
function spawnConfined(
  command: readonly string[],
  env: Record<string, string> = {},
): ChildProcessWithoutNullStreams {
  const [program = '', ...args] = canMount
    ? ['unshare', '-m', 'sh', '-c', confine, 'sh', ...command]
    : command
  const rights = canMount || !isRoot ? {} : { uid: 65_534, gid: 65_534 }
  return spawn(program, args, {
    ...rights,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DATA: data, HOME_OF_IT: opt, DATA_DIR: data, ...env },
  })
}

/** Runs a command of the page as the server's user. @returns its output @throws if it fails */
async function operate(command: string): Promise<string> {
  const child = spawnConfined(['sh', '-euc', withTestPaths(command)])
  const ended = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  if ((await ended)[0] !== 0) throw new Error(`${command}: ${output}${errors}`)
  return output
}

interface Service {
  readonly child: ChildProcess
  readonly output: () => string
}

/** Starts the server with the settings of the unit. */
async function startService(): Promise<Service> {
  const environment = (unit.get('Environment') ?? []).map(
    (line) => withTestPaths(line).split('=') as [string, string],
  )
  const child = spawnConfined([withTestPaths(unitValue('ExecStart'))], {
    ...Object.fromEntries(environment),
    PORT: String(port),
    METRICS_PORT: '0',
    TRUST_PROXY: '127.0.0.1',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  while (!output.includes('Atrium is running')) {
    if (child.exitCode !== null) throw new Error(`it ended instead: ${output}`)
    await sleep(20)
  }
  return { child, output: () => output }
}

/** Lists the processes whose working folder is in the data: those of the embedded PostgreSQL. */
const databaseProcesses = (): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`).startsWith(data)
      } catch {
        return false
      }
    })

let service: Service
let nginx: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-package-'))
  await chmod(folder, 0o755)
  opt = join(folder, 'opt')
  data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (isRoot) await chown(data, 65_534, 65_534)
  port = await freePort()
  const page = await readFile('docs/operators/start.md', 'utf8')
  commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  const [make = ''] = commands
  // Runs the script without pnpm.
  const withoutPnpm = withTestPaths(make).replace('--run package', '--run package --')
  await run('bash', ['-euc', withoutPnpm], {
    env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
  })
  unit = readUnit(await readFile(join(opt, 'deploy/atrium.service'), 'utf8'))
  service = await startService()
})

it('is started by the unit as the page describes', () => {
  const [environment = ''] = unit.get('Environment') ?? []
  expect(commands[1]).toBe(`${environment} ${unitValue('ExecStart')}\n`)
  expect(commands).toHaveLength(4)
})

afterAll(async () => {
  if (nginx) {
    // SIGKILL would leave its workers running.
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
  }
  service?.child.kill('SIGKILL')
  for (const pid of databaseProcesses()) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)

itWhere(
  canMount,
  'a read-only file system: `unshare -m` is not allowed. The tests run as an unprivileged user instead',
)('runs where it can only write its data', async () => {
  // Exits with 99 if anything else is writable, with 1 if its data is not.
  const confined = spawnConfined(['test', '-w', data])
  expect((await once(confined, 'exit'))[0]).toBe(0)
})

it('serves everything from its folder', async () => {
  expect(service.output()).not.toContain('demonstration')
  expect(await (await get('/')).text()).toContain('atrium-registry')
  const { remotes } = (await (await get('/remotes.json')).json()) as { remotes: readonly object[] }
  expect(remotes.length).toBeGreaterThan(3)
  expect((await get('/manuals/zh/account.md')).status).toBe(200)
  // The captcha needs machine code and a font, the API documentation needs files of its package, and messages need
  // the texts.
  expect(await (await get('/api/sys/captcha')).json()).toMatchObject({ code: codes.ok })
  expect((await get('/api/docs/static/swagger-ui.css')).status).toBe(200)
  const errorMessage = async (language: string) => {
    const response = await get('/api/sys/login', { method: 'POST', headers: { language } })
    return ((await response.json()) as { message: string }).message
  }
  expect(await errorMessage('zh')).toMatch(/\p{Script=Han}/u)
  expect(await errorMessage('en')).toMatch(/^[\x20-\x7e’“”]+$/)
})

it('has the operators’ commands, which work while the server runs', async () => {
  const listed = commands.find((command) => command.includes('atrium help')) ?? ''
  const output = await operate(listed)
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const ofServer = Object.keys(scripts).filter((name) => scripts[name]?.startsWith('node apps/server/src/'))
  for (const name of ['start', ...ofServer]) expect(output).toContain(`atrium ${name}\n`)
  const password = /admin +([A-Za-z\d]{16})\n/.exec(output)?.[1] ?? ''
  const api = `http://127.0.0.1:${port}/api`
  const { data: session } = await trySignIn({ api }, { userName: 'admin', password })
  // PDFs are drawn in a worker, with packages that are not bundled.
  const { path, method } = auditExport
  const pdf = await get(`/api${path}`, {
    method,
    headers: { authorization: session?.token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'pdf' }),
  })
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-')
  // --help does not run the command.
  const loginKey = async () => {
    const response = (await (await get('/api/sys/login/key')).json()) as { data: { keyId: string } }
    expect(response.data.keyId).not.toBe('')
    return response.data.keyId
  }
  const before = await loginKey()
  for (const name of ['start', ...ofServer])
    expect(await operate(`/opt/atrium/bin/atrium ${name} --help`)).toContain(`\nUsage: bin/atrium ${name}`)
  expect(await loginKey()).toBe(before)
  await expect(operate('/opt/atrium/bin/atrium nonsense')).rejects.toThrow('There is no command nonsense.')
})

const nginxFile = '/usr/sbin/nginx'

itWhere(existsSync(nginxFile), 'nginx.conf: nginx is not installed')(
  'responds through nginx with TLS',
  async () => {
    const [tls, plain] = [await freePort(), await freePort()]
    const certificate = join(folder, 'certificate.pem')
    const key = join(folder, 'key.pem')
    const name = 'atrium.example.com'
    const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    await run('openssl', ['req', '-x509', ...options, ...subject, '-keyout', key, '-out', certificate])
    const site = await readFile(join(opt, 'deploy/nginx.conf'), 'utf8')
    const replaced = site
      .replaceAll('/etc/ssl/atrium/certificate.pem', certificate)
      .replaceAll('/etc/ssl/atrium/key.pem', key)
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replace(/listen \[::\]:.*\n/g, '')
      .replace('listen 443', `listen 127.0.0.1:${tls}`)
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    await writeFile(join(folder, 'site.conf'), replaced)
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/nginx-${kind};`)
      .join(' ')
    const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${folders} include ${folder}/site.conf; }`
    await writeFile(join(folder, 'nginx.conf'), main)
    const args = ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
    expect((await run(nginxFile, ['-t', ...args])).stderr).toContain('test is successful')
    // The check above left an empty file. A new one shows that the ports are open.
    await rm(join(folder, 'nginx.pid'), { force: true })
    nginx = spawn(nginxFile, args, { stdio: 'ignore' })
    while (!existsSync(join(folder, 'nginx.pid'))) await sleep(10)
    const ca = await readFile(certificate)
    const send = async (path: string, headers: Record<string, string> = {}, body?: string) => {
      const sent = request({
        host: '127.0.0.1',
        // An address other than the proxy's, which the server must see as the client's.
        localAddress: '127.0.0.2',
        port: tls,
        servername: name,
        ca,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { host: name, ...headers },
        agent: false,
      })
      sent.end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: response.statusCode, headers: response.headers, body: await text(response) }
    }
    const loginKey = await send('/api/sys/login/key')
    // The server learns from nginx that TLS is used, and sends HSTS.
    expect(loginKey.status).toBe(200)
    expect(loginKey.headers['strict-transport-security']).toBe('max-age=63072000')
    // A request without TLS is redirected.
    const sent = plainRequest({ host: '127.0.0.1', port: plain, path: '/x?y', headers: { host: name } }).end()
    const [redirect] = (await once(sent, 'response')) as [IncomingMessage]
    redirect.resume()
    expect(redirect).toMatchObject({ statusCode: 301, headers: { location: `https://${name}/x?y` } })
    // nginx rejects bodies above the server's limit only.
    const { limits } = await readProfile(join(opt, 'profile.json'))
    expect(site).toContain(`client_max_body_size ${limits.files.megabytes}m;`)
    const body = (length: number) => JSON.stringify({ userName: 'x'.repeat(length) })
    const chosen = {
      'x-request-id': 'chosen',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    }
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...chosen }
    const path = '/sys/login/sendAuthCode'
    expect((await send(`/api${path}`, headers, body(2 ** 20))).status).toBe(413)
    expect((await send(`/api${path}`, headers, body(2 ** 15))).status).not.toBe(413)
    // The log contains the address that nginx saw, not the one in the header.
    const logged = () =>
      service
        .output()
        .split('\n')
        .find((line) => line.includes(`"call":"${path}"`))
    while (!logged()) await sleep(50)
    // nginx generates the request id, whatever the client sent.
    const entry = JSON.parse(logged() ?? '')
    expect(entry).toMatchObject({ address: '127.0.0.2', reqId: expect.stringMatching(/^[\da-f]{32}$/) })
    expect(entry).not.toHaveProperty('traceId')
  },
)

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

itWhere(canMount && hasSystemd, 'the installation as a service: `unshare -m` or systemd-analyze is missing')(
  'is installed as a service that systemd accepts and rates as well confined',
  async () => {
    const install = commands.find((command) => command.includes('systemctl')) ?? ''
    const etc = join(folder, 'etc')
    const file = '/etc/systemd/system/atrium.service'
    // The shell works on copies of the system's files. An unconfined network service has an exposure of 96 of 100.
    const aside = `set -e
      mount --make-rprivate /; cp -a /etc ${etc}; mount --bind ${etc} /etc
      ${withTestPaths(install)}
      id -un atrium; stat -c %a ${withTestPaths('/etc/atrium/atrium.env')}
      readlink /etc/systemd/system/multi-user.target.wants/atrium.service
      sed -i s:/opt/atrium:${opt}: ${file}
      systemd-analyze verify --man=no ${file} 2>&1 | grep atrium.service || true
      systemd-analyze security --offline=true --threshold=25 ${file} > /dev/null`
    const { stdout } = await run('unshare', ['-m', 'bash', '-c', aside])
    expect(stdout).toBe(`atrium\n600\n${file}\n`)
  },
)

it('stops on the unit’s signals, and loses nothing when it is killed after the timeout', async () => {
  const { KillMode, KillSignal, TimeoutStopSec } = Object.fromEntries(
    ['KillMode', 'KillSignal', 'TimeoutStopSec'].map((name) => [name, unitValue(name)]),
  )
  expect(KillMode).toBe('mixed')
  // Mode `mixed`: the main process gets the signal; after it has ended or timed out, all remaining processes get
  // SIGKILL.
  const stop = async (limit: number) => {
    const { child } = service
    const ended = once(child, 'exit')
    child.kill(KillSignal as NodeJS.Signals)
    const inTime = await Promise.race([ended.then(() => true), sleep(limit, false, { ref: false })])
    const left = [...(inTime ? [] : [child.pid ?? 0]), ...databaseProcesses()]
    for (const pid of left) process.kill(pid, 'SIGKILL')
    return { inTime, left: left.length, end: await ended }
  }
  expect(await stop(Number(TimeoutStopSec) * 1000)).toEqual({ inTime: true, left: 0, end: [0, null] })

  service = await startService()
  const api = `http://127.0.0.1:${port}/api`
  const before = await trySignIn({ api }, { userName: 'nobody.here', password: 'Wrong0Password' })
  expect(before.code).not.toBe(codes.ok)
  // A timeout of 0 kills the service at once.
  expect((await stop(0)).left).toBeGreaterThan(1)
  // The command starts the database on the remaining files, and finds every acknowledged event.
  const output = await operate('/opt/atrium/bin/atrium audit:verify')
  expect(output).toContain('The audit trail is intact.')
  expect(output).toMatch(/^It has \d+ sealed events? and [1-9]\d* unsealed/m)
})

/** Lists files of a folder that do not belong to the server's user. */
const filesOfOthers = async (root: string): Promise<string> =>
  (await run('find', [root, '!', '-uid', '65534'])).stdout

itWhere(isRoot, 'commands as root: this user is not root')(
  'runs every command of root as the server’s user, so that the service can start afterwards',
  async () => {
    // The database of the last command stops after it.
    while (databaseProcesses().length > 0) await sleep(50)
    const operateAsRoot = (command: string, dataFolder = data) =>
      run('sh', ['-euc', `/opt/atrium/bin/atrium ${command}`].map(withTestPaths), {
        cwd: '/',
        env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DATA_DIR: dataFolder },
      })
    // The server creates the file with the audit trail's checkpoints at its start if it is missing.
    const heads = join(data, 'audit-heads')
    await rename(heads, join(folder, 'heads-aside'))
    await expect(operateAsRoot('start')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The database in .* belongs to nobody: start Atrium as that user/m),
    })
    expect({ files: await filesOfOthers(data), heads: existsSync(heads) }).toEqual({
      files: '',
      heads: false,
    })
    await rename(join(folder, 'heads-aside'), heads)
    const archives = `--before 2020-01 --to ${data}/archive`
    const commands = [
      'audit:verify',
      'access:on "$(date -u +%FT%TZ)"',
      'admin:password',
      'migrate',
      'migrate --plan',
      'login-key:rotate',
      'backup --keep 1',
      `audit:archive ${archives}`,
      `messages:archive ${archives}`,
    ]
    for (const command of commands) {
      const { stderr } = await operateAsRoot(command)
      expect({ command, stderr }).toEqual({
        command,
        stderr: `Acting as nobody, whose server uses the data folder ${data}.\n`,
      })
      expect({ command, files: await filesOfOthers(data) }).toEqual({ command, files: '' })
    }
    service = await startService()
    expect((await operateAsRoot('audit:verify')).stdout).toContain('The audit trail is intact.')
    // The audit trail names the user who ran the command, not the server's user.
    const host = encodeURIComponent(join(data, 'socket'))
    const { db, close } = await connectDatabase({
      url: `postgres://atrium_owner@localhost/atrium?host=${host}`,
    })
    const events = await inTransaction(db, asSystem, (trx) =>
      trx.selectFrom('auditEvent').select('actorName').where('call', '=', 'admin:password').execute(),
    )
    await close()
    expect(events.map(({ actorName }) => actorName)).toContain(`root@${hostname()}`)
    expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200)
    service.child.kill('SIGTERM')
    await once(service.child, 'exit')

    const restored = join(folder, 'restored')
    await mkdir(restored, { mode: 0o700 })
    await chown(restored, 65_534, 65_534)
    const backups = await readdir(join(data, 'backups'))
    const backup = join(data, 'backups', backups.find((name) => name.endsWith('Z')) ?? '')
    await operateAsRoot(`restore --from ${backup} --secret-key ${backup}.secret-key`, restored)
    expect(await filesOfOthers(restored)).toBe('')
  },
)

const hasEngine = spawnSync('docker', ['info']).status === 0

itWhere(hasEngine, 'the image of deploy/Dockerfile: no container engine is running')(
  'becomes healthy as a read-only container',
  async () => {
    const image = `atrium-test-${process.pid}`
    await run('docker', ['build', '-q', '-f', join(opt, 'deploy/Dockerfile'), '-t', image, opt])
    const rights = ['--read-only', '--tmpfs', '/tmp', '--init', '--cap-drop', 'ALL']
    const options = ['run', '-d', ...rights, '--health-interval', '1s', image]
    const id = (await run('docker', options)).stdout.trim()
    try {
      const health = async () =>
        (await run('docker', ['inspect', '-f', '{{.State.Health.Status}}', id])).stdout.trim()
      while ((await health()) === 'starting') await sleep(200)
      expect(await health()).toBe('healthy')
    } finally {
      await run('docker', ['rm', '-f', '-v', id])
      await run('docker', ['rmi', image])
    }
  },
)

const chart = 'deploy/helm/atrium'

it('has a chart whose templates use only existing values, settings and commands', async () => {
  const values = parse(await readFile(`${chart}/values.yaml`, 'utf8')) as Record<string, unknown>
  const files = await readdir(`${chart}/templates`)
  const templates = await Promise.all(files.map((file) => readFile(`${chart}/templates/${file}`, 'utf8')))
  const used = new Set(
    templates.flatMap((template) =>
      [...template.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
    ),
  )
  const valueAt = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], values)
  for (const path of used) expect({ path, value: valueAt(path) }).not.toEqual({ path, value: undefined })
  // Every value is used.
  for (const [name, value] of Object.entries(values)) {
    const isWhole = used.has(name)
    const paths =
      isWhole || Array.isArray(value) ? [name] : Object.keys(value as object).map((key) => `${name}.${key}`)
    for (const path of paths) expect([...used]).toContain(path)
  }
  // Every block is closed.
  const count = (template: string, word: RegExp) => [...template.matchAll(word)].length
  for (const template of templates)
    expect(count(template, /\{\{-? (if|range|with|define) /g)).toBe(count(template, /\{\{-? end -?\}\}/g))
  const page = await readFile('docs/operators/configure.md', 'utf8')
  const deployment = templates.join('\n')
  const named = [...deployment.matchAll(/- name: ([A-Z_]+)\n|^([A-Z_]+): /gm)].map(
    ([, one, other]) => one ?? other ?? '',
  )
  const settings = { ...(values.settings as object), ...(values.secrets as object) }
  const unknown = [...named, ...Object.keys(settings)].filter((name) => !page.includes(`\`${name}\``))
  // The chart needs NODE_NAME for AUDIT_HEADS.
  expect(unknown.filter((name) => name !== 'NODE_NAME')).toEqual([])
  for (const [, command = ''] of deployment.matchAll(/args: \[(\S+)\]/g))
    expect(await operate(`/opt/atrium/bin/atrium help`)).toContain(`atrium ${command}\n`)
})

const hasHelm = spawnSync('helm', ['version']).status === 0

itWhere(hasHelm, 'the chart in helm: helm is not installed')(
  'has a chart that helm lints without errors',
  async () => {
    const values = ['secrets.DATABASE_URL=postgres://a@b/c', 'secrets.SECRET_KEY=x', 'ingress.enabled=true']
    await run('helm', ['lint', '--strict', '--set', values.join(','), chart])
  },
)
