import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityOf } from '../registry/integrity.ts'
import { manifestName, ReleaseManifest } from '../registry/manifest.ts'
import { remotesOf } from './apps.ts'
import { compileInChildProcess } from './build-app.ts'
import { ReleaseFailure } from './failure.ts'

/** A remote built for a release. */
export interface BuiltRelease {
  readonly manifest: ReleaseManifest
  /** The manifest's bytes, which are signed. */
  readonly text: Buffer
  /** Integrity of the manifest. */
  readonly integrity: string
  /** Content of the other files by name, including compressed copies. */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Reads the output of a build. */
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
 * Builds one remote with the version in its package.json, in a temporary folder. Neither reads nor changes other
 * build output. The same sources produce the same bytes.
 * @param root the repository's folder
 * @param name name of the remote
 * @throws ReleaseFailure if there is no such remote, or its build fails
 */
export async function buildRelease(root: string, name: string): Promise<BuiltRelease> {
  const remotes = await remotesOf(root)
  if (!remotes.includes(name))
    throw new ReleaseFailure(`There is no remote ${name}. Choose one of ${remotes.join(', ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'atrium-release-'))
  try {
    await compileInChildProcess(join(root, 'apps', name, 'webpack.config.ts'), '', folder).catch(
      (cause: Error) => {
        throw new ReleaseFailure(`The build of ${name} failed:\n${cause.message}`)
      },
    )
    const built = await readBuild(folder)
    if (built.manifest.name !== name)
      throw new ReleaseFailure(
        `apps/${name}/webpack.config.ts names the remote ${built.manifest.name}. Change that name to ${name}, the name of the folder.`,
      )
    return built
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Describes a build in one sentence. */
export function describeBuild({ manifest: { name, version, files } }: BuiltRelease): string {
  const sizes = Object.values(files).map(({ size }) => size)
  const size = sizes.reduce((sum, one) => sum + one, 0)
  return `Built ${name} ${version}: ${sizes.length} files, ${Math.ceil(size / 1024)} kB.`
}
