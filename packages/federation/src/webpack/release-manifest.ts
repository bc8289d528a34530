import { createHash } from 'node:crypto'
import webpack, { type Compilation, type Compiler } from 'webpack'
import { hostApi } from '../registry/agreement.ts'
import { integrityOf } from '../registry/integrity.ts'
import { manifestName, type Needs, ReleaseManifest } from '../registry/manifest.ts'
import { callsAmong, type TakenOfContract, takenOfContract } from './calls-used.ts'
import { type EntryFiles, isScript, textsOf } from './entry-files.ts'
import { partsUsed } from './shared-parts.ts'
import { rangesOf } from './shared-versions.ts'
import { isDevelopment } from './version.ts'

interface ReleaseOptions extends Pick<ReleaseManifest, 'name' | 'version' | 'routes'> {
  /** The global variable that holds the container. */
  readonly global: string
}

/** The files by which a chunk and those that it stands on come. */
const filesOf = (compilation: Compilation, chunk: string): string[] =>
  compilation.namedChunkGroups.get(chunk)?.getFiles() ?? []

const exposedFiles = (compilation: Compilation, chunk: string) => {
  const files = filesOf(compilation, chunk)
  return { scripts: files.filter(isScript), styles: files.filter((file) => file.endsWith('.css')) }
}

/** A chunk's script as it may stand behind others in one file: one that is strict does not make the rest so, nor cease to be. */
const standing = (script: string): string => `(function(){${script}\n})();`

/**
 * Emits, by language, one file of all scripts that the remote begins with.
 * @param entry the file that holds the container
 */
function emitJoined(compilation: Compilation, entry: string, texts: EntryFiles['texts']) {
  const { scripts } = exposedFiles(compilation, 'routes')
  const sourceOf = (file: string): string => compilation.getAsset(file)?.source.source().toString() ?? ''
  const joined = Object.entries(texts).map(([language, files]) => {
    const parts = [sourceOf(entry), ...[...scripts, ...files].map((file) => standing(sourceOf(file)))]
    const content = parts.join('\n')
    const hash = createHash('sha256').update(content).digest('hex')
    const name = `joined-${language}.${hash.slice(0, 10)}.js`
    // Its parts are minimized; once more, and it would not be what its hash says.
    compilation.emitAsset(name, new webpack.sources.RawSource(content), { minimized: true })
    return [language, name] as const
  })
  return Object.fromEntries(joined)
}

function manifestOf(
  compilation: Compilation,
  { global, ...release }: ReleaseOptions,
  needs: Needs,
): ReleaseManifest {
  const entry = compilation.entrypoints.get(global)?.getFiles().find(isScript) ?? ''
  const texts = textsOf(compilation.chunks)
  // What is built anew at every change is run as it is.
  const joined = isDevelopment() ? undefined : emitJoined(compilation, entry, texts)
  const assets = isDevelopment() ? {} : compilation.assets
  const files = Object.entries(assets).map(([name, source]) => {
    const content = source.buffer()
    return [name, { integrity: integrityOf(content), size: content.length }] as const
  })
  return ReleaseManifest.parse({
    ...release,
    container: { global, entry },
    exposes: { routes: exposedFiles(compilation, 'routes'), mount: exposedFiles(compilation, 'mount') },
    texts,
    joined,
    needs,
    files: Object.fromEntries(files.toSorted(([one], [other]) => (one < other ? -1 : 1))),
  })
}

/** Emits the manifest of a release: all that a page needs to know to run it, and nothing else. */
export class ReleaseManifestPlugin {
  readonly release: ReleaseOptions

  constructor(release: ReleaseOptions) {
    this.release = release
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ReleaseManifestPlugin', (compilation) => {
      let parts: Record<string, string[]> = {}
      let taken: TakenOfContract[] = []
      // Before modules are joined, and no longer known by themselves.
      compilation.hooks.afterOptimizeModules.tap('ReleaseManifestPlugin', () => {
        parts = partsUsed(compilation)
        taken = takenOfContract(compilation)
      })
      // Once every file has its content and its name.
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: 'ReleaseManifestPlugin', stage }, async () => {
        if (compilation.errors.length > 0) return
        const shared = rangesOf(compiler.context, Object.keys(parts))
        const needs = { host: hostApi, shared, parts, calls: await callsAmong(taken) }
        const manifest = JSON.stringify(manifestOf(compilation, this.release, needs))
        compilation.emitAsset(manifestName, new webpack.sources.RawSource(manifest))
      })
    })
  }
}
