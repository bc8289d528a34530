import webpack, { type Chunk, type Compiler } from 'webpack'

/** Name of the emitted list of an entry's files. */
export const entryFilesName = 'entry-files.json'

/** The files of a build that a page can know before any script has run. */
export interface EntryFiles {
  /** Scripts and styles of the build's only entry, in the order in which they must be loaded. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Scripts that carry texts, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** Texts are imported as chunks of this name, `texts-zh` for instance. */
const textsChunk = /^texts-(\w+)$/

export const isScript = (file: string): boolean => file.endsWith('.js')

/** The scripts that carry texts, by language. */
export function textsOf(chunks: Iterable<Chunk>): EntryFiles['texts'] {
  const named = [...chunks].flatMap((chunk) => {
    const language = textsChunk.exec(chunk.name ?? '')?.[1]
    return language ? [[language, [...chunk.files].filter(isScript)] as const] : []
  })
  return Object.fromEntries(named)
}

/** Emits `entry-files.json`. */
export class EntryFilesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('EntryFilesPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'EntryFilesPlugin', stage }, () => {
        const files = [...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles())
        const list: EntryFiles = {
          scripts: files.filter(isScript),
          styles: files.filter((file) => file.endsWith('.css')),
          texts: textsOf(compilation.chunks),
        }
        compilation.emitAsset(entryFilesName, new webpack.sources.RawSource(JSON.stringify(list)))
      })
    })
  }
}
