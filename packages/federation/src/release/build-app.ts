import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inputsVariable } from '../webpack/version.ts'

const ignored = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !ignored.test(file.slice(folder.length)))
    .sort()
}

/**
 * One hash over all that decides what a build puts out.
 * @param folders whose files count, tests and what was built or installed left out
 * @param files that count besides, the lockfile for instance
 */
export async function hashInputs(folders: readonly string[], files: readonly string[]): Promise<string> {
  const all = [...files, ...(await Promise.all(folders.map(filesOf))).flat()]
  const contents = await Promise.all(all.map((file) => readFile(file)))
  const hash = createHash('sha256').update(process.version)
  for (const [index, content] of contents.entries()) hash.update(`\0${all[index]}\0`).update(content)
  return hash.digest('hex')
}

const compiler = join(import.meta.dirname, 'compile-cli.ts')

/**
 * Builds one configuration in a process of its own, so that apps build side by side. That process ends with this one.
 * @param config path of a webpack.config.ts
 * @param inputs hash of all that it is built of; without it the build has the version of its package.json
 * @param output a folder in place of the app's own; what is built there takes nothing from earlier builds
 * @throws with webpack's own report
 */
export async function compileInChildProcess(config: string, inputs = '', output = ''): Promise<void> {
  const child = fork(compiler, [config, output], {
    // What this process was started with, a test's or a server's settings, is no business of a build.
    execArgv: [],
    env: { ...process.env, [inputsVariable]: inputs },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const [report, [code, signal]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(report || `ended by ${signal}`)
}

export interface BuildTarget {
  /** The repository. */
  readonly root: string
  /** The folder with the webpack.config.ts, from the repository's root. */
  readonly folder: string
  /** Further folders of which the build takes sources, from the repository's root. */
  readonly sources?: readonly string[]
}

/** Where a target's build goes. */
export const outputOf = ({ root, folder }: BuildTarget): string => join(root, folder, 'dist/browser')

/** Whether a file or a folder is there. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Builds one app, unless what it is built from is as it was at its last build.
 * @returns whether it was built
 * @throws with webpack's own report
 */
export async function buildApp(target: BuildTarget): Promise<boolean> {
  const { root, folder, sources = [] } = target
  const folders = ['packages', folder, ...sources].map((name) => join(root, name))
  const inputs = await hashInputs(folders, [join(root, 'pnpm-lock.yaml')])
  const record = join(root, '.cache/build', folder.replaceAll('/', '-'))
  const last = await readFile(record, 'utf8').catch(() => '')
  if (last === inputs && (await isThere(outputOf(target)))) return false
  // Without a record an interrupted build is not taken for the last finished one.
  await rm(record, { force: true })
  await compileInChildProcess(join(root, folder, 'webpack.config.ts'), inputs).catch((failure: Error) => {
    throw new Error(`${folder} does not build:\n${failure.message}`)
  })
  await mkdir(dirname(record), { recursive: true })
  await writeFile(record, inputs)
  return true
}
