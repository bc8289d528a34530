import { readFileSync } from 'node:fs'
import webpack, { type Compilation, type Compiler, type Module } from 'webpack'
import { type SharedModule, sharedModules } from './shared.ts'

/** The names that a stand-in re-exports, which is all that it does. */
const listedIn = (file: string): Set<string> =>
  new Set(/export \{([^}]*)\}/.exec(readFileSync(file, 'utf8'))?.[1]?.match(/\w+/g))

const consumes = (module: Module, { request }: SharedModule): boolean =>
  module.type === 'consume-shared-module' && module.identifier().includes(`|${request}|`)

/** An import of names from a module; without a name the module is taken as a whole. */
interface NamedImport {
  readonly ids?: readonly string[]
}

/** The names that a build takes from a module that the host provides in part. */
function usedOf({ moduleGraph }: Compilation, module: Module): Set<string> {
  const used = new Set<string>()
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    const { ids } = (connection.dependency ?? {}) as NamedImport
    if (ids && connection.isTargetActive(undefined)) used.add(ids[0] ?? 'the whole of it')
  }
  return used
}

/** Fails a build that uses a part which the host does not provide: on the page it would be undefined. */
export class SharedPartsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('SharedPartsPlugin', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('SharedPartsPlugin', () => {
        for (const shared of sharedModules) if (shared.provided) check(compilation, shared, shared.provided)
      })
    })
  }
}

function check(compilation: Compilation, shared: SharedModule, provided: string): void {
  const listed = listedIn(provided)
  for (const module of compilation.modules) {
    if (!consumes(module, shared)) continue
    const missing = [...usedOf(compilation, module)].filter((name) => !listed.has(name))
    if (missing.length === 0) continue
    const message = `${shared.request}: ${missing.join(', ')} is used, but not provided: list it in ${provided}`
    compilation.errors.push(new webpack.WebpackError(message))
  }
}
