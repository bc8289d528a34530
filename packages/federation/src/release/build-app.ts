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
 * Hashes everything that determines the output of a build.
 * @param folders folders whose files are hashed, except tests, build output and installed packages
 * @param files further files, such as the lockfile
 */
async function hashInputs(folders: readonly string[], files: readonly string[]): Promise<string> {
  const all = [...files, ...(await Promise.all(folders.map(filesOf))).flat()]
  const contents = await Promise.all(all.map((file) => readFile(file)))
  const hash = createHash('sha256').update(process.version)
  for (const [index, content] of contents.entries()) hash.update(`\0${all[index]}\0`).update(content)
  return hash.digest('hex')
}

const compiler = join(import.meta.dirname, 'compile-cli.ts')

/**
 * Builds one configuration in a child process, so that apps build in parallel. The child ends with this process.
 * @param config path of a webpack.config.ts
 * @param inputs hash of the build's inputs, which becomes part of its version; without it the version comes from
 * package.json
 * @param output a folder to use instead of the app's own; a build into it does not use the cache
 * @throws with webpack's own report
 */
export async function compileInChildProcess(config: string, inputs = '', output = ''): Promise<void> {
  const child = fork(compiler, [config, output], {
    // Do not pass on flags of this process, such as those of a test runner.
    execArgv: [],
    env: { ...process.env, [inputsVariable]: inputs },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const [report, [code, signal]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(report || `The build was terminated by ${signal}`)
}

export interface BuildTarget {
  /** Root folder of the repository. */
  readonly root: string
  /** Folder with webpack.config.ts, relative to the root. */
  readonly folder: string
  /** Further folders with source files of the build, relative to the root. */
  readonly sources?: readonly string[]
}

/** Returns the output folder of a target. */
export const outputOf = ({ root, folder }: BuildTarget): string => join(root, folder, 'dist/browser')

/** Whether a file or folder exists. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** What a build depends on, and what it makes. Paths are relative to the root. */
export interface BuildInputs {
  /** Root folder of the repository. */
  readonly root: string
  readonly name: string
  /** Folders with source files. */
  readonly folders: readonly string[]
  /** File or folder that exists after the build, as an absolute path. */
  readonly output: string
}

/**
 * Builds something unless its inputs are unchanged since its last build.
 * @param build gets the hash of the inputs
 * @returns whether it was built
 */
export async function buildIfChanged(
  { root, name, folders, output }: BuildInputs,
  build: (inputs: string) => Promise<void>,
): Promise<boolean> {
  const inputs = await hashInputs(
    folders.map((folder) => join(root, folder)),
    [join(root, 'pnpm-lock.yaml')],
  )
  const record = join(root, '.cache/build', name)
  const last = await readFile(record, 'utf8').catch(() => '')
  if (last === inputs && (await exists(output))) return false
  // Remove the record first, so that an interrupted build is not mistaken for a finished one.
  await rm(record, { force: true })
  await build(inputs)
  await mkdir(dirname(record), { recursive: true })
  await writeFile(record, inputs)
  return true
}

/**
 * Builds one app unless its inputs are unchanged since its last build.
 * @returns whether it was built
 * @throws with webpack's own report
 */
export const buildApp = (target: BuildTarget): Promise<boolean> => {
  const { root, folder, sources = [] } = target
  const folders = ['packages', folder, ...sources]
  const name = folder.replaceAll('/', '-')
  return buildIfChanged({ root, name, folders, output: outputOf(target) }, (inputs) =>
    compileInChildProcess(join(root, folder, 'webpack.config.ts'), inputs).catch((failure: Error) => {
      throw new Error(`The build of ${folder} failed:\n${failure.message}`)
    }),
  )
}
