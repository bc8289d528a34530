import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compileInChildProcess } from './child-process.ts'
import { hashInputs } from './inputs.ts'

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

const isThere = (path: string): Promise<boolean> =>
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
  // What is there now is taken apart: cut off, this build must not pass for the last one.
  await rm(record, { force: true })
  await compileInChildProcess(join(root, folder, 'webpack.config.ts')).catch((failure: Error) => {
    throw new Error(`${folder} does not build:\n${failure.message}`)
  })
  await mkdir(dirname(record), { recursive: true })
  await writeFile(record, inputs)
  return true
}
