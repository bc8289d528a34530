import type { Compiler, Module } from 'webpack'

/** The module that begins a container, which federation writes into a file named by a hash of the path it lies in. */
const written = /[\\/]\.federation[\\/]entry\.\w+\.js$/

const nameOf = (module: Module, readable: string): string | undefined => {
  if (readable === 'container entry') return 'container'
  return written.test(module.nameForCondition() ?? '') ? 'runtime' : undefined
}

/**
 * Names the modules that federation makes up. What webpack would call them is made of the path in which the repository
 * lies: the same sources would make other bytes elsewhere.
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
