import type { Configuration } from 'webpack'
import { baseConfig } from './base.ts'

export interface NodeProgramOptions {
  readonly name: string
  /** The folder from which its packages are found. */
  readonly root: string
  /** The text of the module that it begins with, whose imports are paths. */
  readonly main: string
  /** Packages that stay as they are, beside it: those that are machine code, or read files of their own. */
  readonly beside: readonly string[]
  /** The folder that it is put into. */
  readonly output: string
}

/** A program for Node as one file, and further ones for what it loads only when it needs it. */
export function nodeProgram({ name, root, main, beside, output }: NodeProgramOptions): Configuration {
  const { cache, module: { rules = [] } = {}, resolveLoader, ...base } = baseConfig({ name, root })
  const isBeside = (request: string) =>
    beside.some((packaged) => request === packaged || request.startsWith(`${packaged}/`))
  return {
    name,
    mode: 'production',
    context: root,
    target: 'node24',
    devtool: false,
    cache,
    entry: { [name]: `data:text/javascript,${encodeURIComponent(main)}` },
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
      // Where a module asks for its own place, it is told the program's.
      parser: { javascript: { importMeta: false, createRequire: false } },
    },
    node: { __dirname: 'node-module', __filename: 'node-module' },
    externalsType: 'node-commonjs',
    externals: ({ request = '' }, done) => (isBeside(request) ? done(undefined, request) : done()),
    experiments: { outputModule: true },
    // What goes wrong is logged with the names of the source.
    optimization: { minimize: false, chunkIds: 'deterministic', moduleIds: 'named' },
    performance: base.performance,
    stats: base.stats,
    infrastructureLogging: base.infrastructureLogging,
  }
}
