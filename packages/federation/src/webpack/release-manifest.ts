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
  /** Global variable of the container. */
  readonly global: string
}

/** Returns the files of a chunk and of the chunks it depends on. */
const filesOf = (compilation: Compilation, chunk: string): string[] =>
  compilation.namedChunkGroups.get(chunk)?.getFiles() ?? []

const exposedFiles = (compilation: Compilation, chunk: string) => {
  const files = filesOf(compilation, chunk)
  return { scripts: files.filter(isScript), styles: files.filter((file) => file.endsWith('.css')) }
}

/** Wraps a script in a function, so that its strict mode does not affect other scripts in the same file. */
const wrapped = (script: string): string => `(function(){${script}\n})();`

/**
 * Emits one file per language with all scripts that the remote starts with.
 * @param entry file that contains the container
 */
function emitJoined(compilation: Compilation, entry: string, texts: EntryFiles['texts']) {
  const { scripts } = exposedFiles(compilation, 'routes')
  const sourceOf = (file: string): string => compilation.getAsset(file)?.source.source().toString() ?? ''
  const joined = Object.entries(texts).map(([language, files]) => {
    const parts = [sourceOf(entry), ...[...scripts, ...files].map((file) => wrapped(sourceOf(file)))]
    const content = parts.join('\n')
    const hash = createHash('sha256').update(content).digest('hex')
    const name = `joined-${language}.${hash.slice(0, 10)}.js`
    // The parts are already minified. Minifying the file again would invalidate the hash in its name.
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
  // A development build changes constantly and is not verified.
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

/** Emits the manifest of a release, with everything that a page needs to run it. */
export class ReleaseManifestPlugin {
  readonly release: ReleaseOptions

  constructor(release: ReleaseOptions) {
    this.release = release
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ReleaseManifestPlugin', (compilation) => {
      let parts: Record<string, string[]> = {}
      let taken: TakenOfContract[] = []
      // Run before webpack concatenates modules.
      compilation.hooks.afterOptimizeModules.tap('ReleaseManifestPlugin', () => {
        parts = partsUsed(compilation)
        taken = takenOfContract(compilation)
      })
      // Run after every file has its final content and name.
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
