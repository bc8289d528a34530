import type { Compiler, Module } from 'webpack'

/** Matches the module that starts a container. Its file name contains a hash of the repository's path. */
const written = /[\\/]\.federation[\\/]entry\.\w+\.js$/

const nameOf = (module: Module, readable: string): string | undefined => {
  if (readable === 'container entry') return 'container'
  return written.test(module.nameForCondition() ?? '') ? 'runtime' : undefined
}

/**
 * Names the modules that federation generates. Webpack's own ids depend on the repository's path, so the same sources
 * would produce different bytes elsewhere.
 */
export class OwnIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OwnIdsPlugin', (compilation) => {
      compilation.hooks.beforeModuleIds.tap('OwnIdsPlugin', (modules) => {
        for (const module of modules) {
          const name = nameOf(module, module.readableIdentifier(compilation.requestShortener))
          if (name) compilation.chunkGraph.setModuleId(module, name)
        }
      })
    })
  }
}
