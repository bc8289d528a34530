/**
 * `pnpm dev`: serves the suite from its sources, with saved changes shown in the open page. `pnpm dev <remote> --against
 * <address>` runs one remote from this machine in a suite that is deployed elsewhere.
 */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { remotesOf, startDevelopedPage, startDevelopedRemote } from '@atrium/federation/development'
import { main } from '@atrium/server'
import { CommandFailure, runCommand, UsageError } from './command.ts'
import { startSandbox } from './start/sandbox.ts'

const root = join(import.meta.dirname, '..')

const usage = `pnpm dev [--port <port>]
pnpm dev <remote> --against <address> [--port <port>]

Without a remote: serves the suite like \`pnpm start\`, but from its sources. The open page shows a saved change and
keeps what was typed. A remote is built when it is first opened. Settings are the environment variables of
\`pnpm start\`.

With a remote: serves it to this machine and opens the deployed suite, which asks whether to run it. The suite must
allow it: "modules": { "overrides": true } in its profile, and a system role with the menu of modules. See
docs/teams.md.

  --against <address>  address of the deployed suite, such as https://atrium.example
  --port <port>        port of the builds on this machine, 0 for any free one; 8090 by default
  --no-open            opens no browser
  --help               prints this`

const print = (text: string): void => void process.stdout.write(text)

/**
 * Writes a profile that allows the page to load code from the origin of the builds.
 * @returns the path of the profile
 */
async function profileFor(origin: string, folder: string): Promise<string> {
  const profile = JSON.parse(await readFile(process.env.PROFILE || join(root, 'profile.json'), 'utf8'))
  const origins = [...(profile.modules?.origins ?? []), origin]
  // One file per port, because several suites may be developed at once.
  const file = join(folder, `profile-of-${new URL(origin).port}.json`)
  await writeFile(file, JSON.stringify({ ...profile, modules: { ...profile.modules, origins } }))
  return file
}

/** Reports a port that is in use; rethrows other errors. */
const reportUsedPort = (cause: NodeJS.ErrnoException): never => {
  if (cause.code !== 'EADDRINUSE') throw cause
  return fail(
    `The port of the builds is in use (${cause.message}). End that process, or choose another port with --port.`,
  )
}

async function developSuite(port: number): Promise<void> {
  print('Building the shell …\n')
  const { origin, webFolder } = await startDevelopedPage({ root, port }).catch(reportUsedPort)
  const sandbox = await startSandbox(process.env)
  const PROFILE = await profileFor(origin, join(webFolder, '..'))
  // On a signal to stop, the server ends this process, and the builds with it.
  await main({ ...process.env, ...sandbox.environment, PROFILE }, { webFolder })
  print(sandbox.announcement)
}

function fail(reason: string): never {
  throw new CommandFailure(reason)
}

/** Downloads a JSON document of the deployed suite. */
async function download(address: URL): Promise<unknown> {
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(
    (cause: unknown) => cause,
  )
  if (!(response instanceof Response)) fail(`${address.origin} cannot be reached. Check --against.`)
  if (!response.ok)
    fail(`${address} returned HTTP ${response.status}. Check that --against is an Atrium suite.`)
  return response.json().catch(() => fail(`${address} is not JSON. Check that --against is an Atrium suite.`))
}

/** Makes the suite's own checks before the build, rather than only when the page is opened. */
async function checkSuite(suite: URL, name: string): Promise<void> {
  const profile = (await download(new URL('profile.json', suite))) as { modules?: { overrides?: boolean } }
  if (!profile.modules?.overrides)
    fail(`${suite.origin} does not allow it. Its profile needs "modules": { "overrides": true }.`)
  const { remotes } = (await download(new URL('remotes.json', suite))) as {
    remotes: readonly { name: string }[]
  }
  if (!remotes.some((remote) => remote.name === name))
    fail(`${suite.origin} has no remote ${name}. Release it there first.`)
}

/** Opens a URL in the user's browser, if there is one. */
function open(address: URL): void {
  const commands: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }
  const child = spawn(commands[process.platform] ?? 'xdg-open', [address.href], {
    stdio: 'ignore',
    detached: true,
  })
  child.once('error', () => {}).unref()
}

async function developRemote(name: string, suite: URL, port: number, opens: boolean): Promise<void> {
  const names = await remotesOf(root)
  if (!names.includes(name))
    throw new UsageError(`There is no remote ${name}. Choose one of ${names.join(', ')}.`)
  await checkSuite(suite, name)
  print(`Building ${name} …\n`)
  const options = { root, name, port, suite: suite.origin }
  const from = await startDevelopedRemote(options).catch(reportUsedPort)
  const address = new URL(suite)
  address.search = String(new URLSearchParams({ develop: name, from }))
  print(`\n  ${name} is served at ${from}\n  Run it in the suite: ${address}\n\n`)
  if (opens) open(address)
}

await runCommand({
  help: usage,
  options: {
    against: { type: 'string' },
    port: { type: 'string', default: '8090' },
    'no-open': { type: 'boolean', default: false },
  },
  run: async ({ values: { against, port, 'no-open': stays }, positionals: [remote, ...others] }) => {
    const suite = against === undefined ? undefined : URL.parse(against)
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw new UsageError(`--port ${port} is not a port number.`)
    if (others.length > 0) throw new UsageError('Name one remote only.')
    if (suite === null || (suite && !/^https?:$/.test(suite.protocol)))
      throw new UsageError(`${against} is not an address. An address begins with https:// or http://.`)
    if (remote === undefined && suite === undefined) return developSuite(Number(port))
    if (remote === undefined || suite === undefined)
      throw new UsageError('Give both a remote and --against, or neither.')
    return developRemote(remote, suite, Number(port), !stays)
  },
})
