import webpack, { type Chunk, type Compiler } from 'webpack'

/** File name of the emitted list of entry files. */
export const entryFilesName = 'entry-files.json'

/** The files of a build that a page can load before any script runs. */
export interface EntryFiles {
  /** Scripts and styles of the build's only entry, in the order in which they must load. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Scripts with texts, by language. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** Matches the names of text chunks, such as `texts-zh`. */
const textsChunk = /^texts-(\w+)$/

export const isScript = (file: string): boolean => file.endsWith('.js')

/** Returns the scripts with texts, by language. */
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
