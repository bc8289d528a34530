import type { Configuration } from 'webpack'
import { baseConfig } from './base.ts'

interface NodeProgramOptions {
  readonly name: string
  /** Folder from which packages are resolved. */
  readonly root: string
  /** Source of the main module; its imports are absolute paths. */
  readonly main: string
  /** Modules that the program starts as workers: their paths by the names of their files beside the program. */
  readonly workers: Readonly<Record<string, string>>
  /** Packages that are not bundled: those with native code, and those that read their own files. */
  readonly unbundled: readonly string[]
  readonly output: string
}

/** Builds a Node program as one file, plus further files for modules that it loads lazily. */
export function nodeProgram({
  name,
  root,
  main,
  workers,
  unbundled,
  output,
}: NodeProgramOptions): Configuration {
  const { cache, module: { rules = [] } = {}, resolveLoader, ...base } = baseConfig({ name, root })
  const isUnbundled = (request: string) =>
    unbundled.some((name) => request === name || request.startsWith(`${name}/`))
  return {
    name,
    mode: 'production',
    context: root,
    target: 'node24',
    devtool: false,
    cache,
    entry: { [name]: `data:text/javascript,${encodeURIComponent(main)}`, ...workers },
    output: {
      path: output,
      filename: '[name].js',
      chunkFilename: '[id].js',
      module: true,
      clean: true,
    },
    resolve: { extensions: ['.ts', '.js'] },
    resolveLoader,
    module: {
      rules,
      // `import.meta` refers to the program, not to the bundled module.
      parser: { javascript: { importMeta: false, createRequire: false } },
    },
    node: { __dirname: 'node-module', __filename: 'node-module' },
    externalsType: 'node-commonjs',
    externals: ({ request = '' }, done) => (isUnbundled(request) ? done(undefined, request) : done()),
    experiments: { outputModule: true },
    // Keep the names from the source in error logs.
    optimization: { minimize: false, chunkIds: 'deterministic', moduleIds: 'named' },
    performance: base.performance,
    stats: base.stats,
    infrastructureLogging: base.infrastructureLogging,
  }
}
