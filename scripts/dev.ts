/**
 * `pnpm dev`: serves the whole suite from the sources; a saved change shows in the open page. `pnpm dev <remote> --against
 * <address>` runs one remote of this machine inside a suite that is deployed elsewhere.
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

Without a remote: serves the whole suite as \`pnpm start\` does, from the sources. A saved change shows in the
open page, which keeps what was typed. Remotes are built when they are opened first. Settings are those of
\`pnpm start\`, by the same environment variables.

With a remote: serves it to this machine, and opens the suite at the address, which asks whether to run it there.
The suite has to allow it: "modules": { "overrides": true } in its profile, and a system role that holds the menu
of modules. See docs/teams.md.

  --against <address>  of the deployed suite, such as https://atrium.example
  --port <port>        of the builds on this machine, 0 for any free one (8090)
  --no-open            leaves the browser to you
  --help               this`

const print = (text: string): void => void process.stdout.write(text)

/** The deployment's profile, which lets the page's code come from where it is built. */
async function profileFor(origin: string, folder: string): Promise<string> {
  const profile = JSON.parse(await readFile(process.env.PROFILE || join(root, 'profile.json'), 'utf8'))
  const origins = [...(profile.modules?.origins ?? []), origin]
  // Of this server alone: another one may be developed beside it.
  const file = join(folder, `profile-of-${new URL(origin).port}.json`)
  await writeFile(file, JSON.stringify({ ...profile, modules: { ...profile.modules, origins } }))
  return file
}

/** Says of a port that is taken what to do; anything else is no fault of whoever asked. */
const orPortTaken = (cause: NodeJS.ErrnoException): never => {
  if (cause.code !== 'EADDRINUSE') throw cause
  return fail(`The builds’ port is taken: end what uses it (${cause.message}), or name another one by --port`)
}

async function developSuite(port: number): Promise<void> {
  print('Building the shell …\n')
  const { origin, webFolder } = await startDevelopedPage({ root, port }).catch(orPortTaken)
  const sandbox = await startSandbox(process.env)
  const PROFILE = await profileFor(origin, join(webFolder, '..'))
  // It ends this process when it is told to stop, and the builds with it.
  await main({ ...process.env, ...sandbox.environment, PROFILE }, { webFolder })
  print(sandbox.announcement)
}

/** @param reason what to do, in a line */
function fail(reason: string): never {
  throw new CommandFailure(reason)
}

/** A document of the deployed suite. */
async function ask(address: URL): Promise<unknown> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(
    (cause: unknown) => cause,
  )
  if (!(answer instanceof Response)) fail(`${address.origin} cannot be reached`)
  if (!answer.ok) fail(`${address} answers ${answer.status}: is a suite of Atrium there?`)
  return answer.json().catch(() => fail(`${address} is no JSON: is a suite of Atrium there?`))
}

/** Refuses early what the suite would refuse later. */
async function checkSuite(suite: URL, name: string): Promise<void> {
  const profile = (await ask(new URL('profile.json', suite))) as { modules?: { overrides?: boolean } }
  if (!profile.modules?.overrides)
    fail(`${suite.origin} does not allow it: its profile needs "modules": { "overrides": true }`)
  const { remotes } = (await ask(new URL('remotes.json', suite))) as { remotes: readonly { name: string }[] }
  if (!remotes.some((remote) => remote.name === name))
    fail(`${suite.origin} has no remote ${name}: release it there first`)
}

/** Opens an address in the user's browser, where there is one; it is printed in any case. */
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
  if (!names.includes(name)) throw new UsageError(`There is no remote ${name}. There are ${names.join(', ')}`)
  await checkSuite(suite, name)
  print(`Building ${name} …\n`)
  const options = { root, name, port, suite: suite.origin }
  const from = await startDevelopedRemote(options).catch(orPortTaken)
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
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError(`--port ${port} is no port`)
    if (others.length > 0) throw new UsageError('One remote at a time')
    if (suite === null || (suite && !/^https?:$/.test(suite.protocol)))
      throw new UsageError(`${against} is no address: it begins with https:// or http://`)
    if (remote === undefined && suite === undefined) return developSuite(Number(port))
    if (remote === undefined || suite === undefined)
      throw new UsageError('A remote and --against belong together')
    return developRemote(remote, suite, Number(port), !stays)
  },
})
