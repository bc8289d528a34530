import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityOf } from '../registry/integrity.ts'
import { manifestName, ReleaseManifest } from '../registry/manifest.ts'
import { remotesOf } from './apps.ts'
import { compileInChildProcess } from './build-app.ts'
import { ReleaseFailure } from './failure.ts'

/** A remote that was built to be released. */
export interface BuiltRelease {
  readonly manifest: ReleaseManifest
  /** The manifest's bytes, which are signed. */
  readonly text: Buffer
  /** Of the manifest. */
  readonly integrity: string
  /** What else there is, compressed forms too: content by name. */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Reads what was built. */
async function readBuild(folder: string): Promise<BuiltRelease> {
  const text = await readFile(join(folder, manifestName))
  const names = (await readdir(folder)).filter((name) => name !== manifestName)
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name))] as const),
  )
  const manifest = ReleaseManifest.parse(JSON.parse(text.toString('utf8')))
  return { manifest, text, integrity: integrityOf(text), files: new Map(files) }
}

/**
 * Builds one remote alone, in the version of its package.json, into a folder of its own: nothing of what others have
 * built is read or changed, and the same sources make the same bytes.
 * @param root the repository
 * @param name of the remote
 * @throws ReleaseFailure if there is no such remote, or it does not build
 */
export async function buildRelease(root: string, name: string): Promise<BuiltRelease> {
  const remotes = await remotesOf(root)
  if (!remotes.includes(name))
    throw new ReleaseFailure(`There is no remote ${name} in apps: there are ${remotes.join(', ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-release-'))
  try {
    await compileInChildProcess(join(root, 'apps', name, 'webpack.config.ts'), '', folder).catch(
      (cause: Error) => {
        throw new ReleaseFailure(`${name} does not build:\n${cause.message}`)
      },
    )
    const built = await readBuild(folder)
    if (built.manifest.name !== name)
      throw new ReleaseFailure(
        `apps/${name}/webpack.config.ts says that the remote is ${built.manifest.name}: it has the name of its folder.`,
      )
    return built
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What was built, in a sentence. */
export function describeBuild({ manifest: { name, version, files } }: BuiltRelease): string {
  const sizes = Object.values(files).map(({ size }) => size)
  const size = sizes.reduce((sum, one) => sum + one, 0)
  return `Built ${name} ${version}: ${sizes.length} files, ${Math.ceil(size / 1024)} kB.`
}
