import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allCalls } from '@atrium/contract'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { commandsOfPage, installFile, runCommand } from './page.ts'

/* Checks the commands of docs/operators/failover.md that need no cluster; the benchmark runs the others. */
const files = join(import.meta.dirname, '../../deploy/high-availability')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-failover-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the page has these kinds of commands and no others', async () => {
  const known = [
    // The benchmark installs the missing packages.
    /^apt-get install [\w -]+$/,
    // The benchmark starts the programs of these units instead.
    /^systemctl (disable --now postgresql|restart (etcd|patroni|haproxy|pgbouncer))$/,
    // The benchmark runs these commands.
    /^install -D (-o postgres )?-m \d+ deploy\/high-availability\/\S+ \/etc\/\S+$/,
    // The PgBouncer tests cover the content of this file.
    /^install -D -o postgres -m 600 \/dev\/null \/etc\/pgbouncer\/userlist\.txt$/,
    // The benchmark runs the SQL on a connection of its own.
    /^psql -h 127\.0\.0\.1 -U postgres$/,
    /^haproxy -c -f \/etc\/haproxy\/haproxy\.cfg$/,
    /^patronictl -c \/etc\/patroni\/config\.yml (list|switchover atrium --force)$/,
  ]
  const commands = await commandsOfPage()
  expect(commands.filter((command) => !known.some((kind) => kind.test(command)))).toEqual([])
  expect(known.filter((kind) => !commands.some((command) => kind.test(command)))).toEqual([])
})

test('the page installs each file', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/operators/failover.md'), 'utf8')
  for (const name of await readdir(files)) expect(page).toContain(name)
})

test('haproxy accepts its configuration files', async () => {
  if (!existsSync('/usr/sbin/haproxy')) {
    process.stdout.write('NOT TRIED HERE: the files of haproxy: it is not there\n')
    return
  }
  await mkdir(join(folder, 'certificates'))
  const certificate = join(folder, 'certificates/atrium.pem')
  const [key, made] = ['key', 'certificate'].map((name) => join(folder, `${name}.pem`))
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=atrium']
  execFileSync('openssl', ['req', '-x509', ...options, '-keyout', key ?? '', '-out', made ?? ''], {
    stdio: 'ignore',
  })
  await writeFile(certificate, (await readFile(made ?? '', 'utf8')) + (await readFile(key ?? '', 'utf8')))
  const balancer = await installFile(folder, 'haproxy.cfg', [['/etc/haproxy/atrium.pem', certificate]])
  await runCommand('haproxy -c', balancer)
  await writeFile(
    balancer,
    (await readFile(balancer, 'utf8')).replace('balance roundrobin', 'balance nonsense'),
  )
  await expect(runCommand('haproxy -c', balancer)).rejects.toThrow('balance')
  await runCommand('haproxy -c', await installFile(folder, 'haproxy-database.cfg', []))
})

test('haproxy runs as root only until it listens', async () => {
  for (const name of ['haproxy.cfg', 'haproxy-database.cfg']) {
    const [general = ''] = (await readFile(join(files, name), 'utf8')).split('\n\n')
    for (const line of ['user haproxy', 'group haproxy', 'chroot /var/lib/haproxy'])
      expect(general).toContain(`\n  ${line}\n`)
  }
})

test('haproxy repeats no call that changes anything', async () => {
  const file = await readFile(join(files, 'haproxy.cfg'), 'utf8')
  const paths = (kind: string) =>
    [...file.matchAll(new RegExp(`^ +acl changes ${kind} (.*)$`, 'gm'))].flatMap(([, list = '']) =>
      list.split(' '),
    )
  const [ends, beginnings] = [paths('path_end'), paths('path_beg')]
  const isNamed = (path: string) =>
    ends.some((end) => path.endsWith(end)) || beginnings.some((beginning) => path.startsWith(beginning))
  const ofGet = allCalls.filter(({ method }) => method === 'GET')
  const path = (call: (typeof ofGet)[number]) => `/api${call.path}`
  const changing = ofGet.filter(({ effect }) => effect === 'write').map(path)
  expect(changing.length).toBeGreaterThan(10)
  expect(changing.filter((each) => !isNamed(each))).toEqual([])
  // Calls that only read may be repeated.
  expect(
    ofGet
      .filter(({ effect }) => effect === 'read')
      .map(path)
      .filter(isNamed),
  ).toEqual([])
})
