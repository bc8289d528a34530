import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import TerserPlugin from 'terser-webpack-plugin'
import webpack, { type Configuration } from 'webpack'
import { aliases } from './aliases.ts'
import { rules } from './rules.ts'
import { emittedName } from './version.ts'

/** This folder. Every app resolves its loaders from here, and a change here invalidates the build cache. */
const here = import.meta.dirname
const ownFiles = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(here, file))

export interface AppOptions {
  /** Kebab-case name, unique in the suite; also the name of a remote's served folder. */
  readonly name: string
  /** Folder of the app: `import.meta.dirname` of its webpack.config.ts. */
  readonly root: string
  /** Inserts a style's link into the page; by default into the head. The function's source becomes part of the build. */
  readonly insertStyle?: (link: HTMLLinkElement) => void
}

/**
 * Returns the configuration that the shell, remotes and the single bundle have in common. Every emitted name contains
 * a hash of the content, so that files can be cached for ever.
 */
export function baseConfig({ name, root, insertStyle }: AppOptions): Configuration {
  return {
    name,
    mode: 'production',
    context: root,
    target: ['web', 'es2022'],
    devtool: false,
    cache: {
      type: 'filesystem',
      name,
      cacheDirectory: join(here, '../../../../.cache/webpack'),
      buildDependencies: { config: [...ownFiles, join(root, 'webpack.config.ts')] },
    },
    output: {
      path: join(root, 'dist/browser'),
      filename: emittedName('[name]', '.js'),
      chunkFilename: emittedName('[name]', '.js'),
      assetModuleFilename: emittedName('[name]', '[ext]'),
      // Timeout in milliseconds, the same as for other files of a remote. Webpack's default is two minutes.
      chunkLoadTimeout: 10_000,
      hashFunction: 'xxhash64',
      uniqueName: name,
      publicPath: 'auto',
      clean: true,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'], alias: aliases },
    resolveLoader: { modules: [join(here, '../../node_modules')] },
    module: { rules },
    plugins: [
      // With this comment, Chromium compiles all functions of a file off the main thread while it loads. Most of them
      // are called when the page starts.
      new webpack.BannerPlugin({
        banner: '//# allFunctionsCalledOnLoad',
        raw: true,
        entryOnly: true,
        test: /\.js$/,
        stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
      }),
      new MiniCssExtractPlugin({
        filename: emittedName('[name]', '.css'),
        chunkFilename: emittedName('[name]', '.css'),
        // The order of Arco's component styles does not matter, except for its global style, which comes first
        // anyway.
        ignoreOrder: true,
        ...(insertStyle && { insert: insertStyle }),
      }),
    ],
    optimization: {
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, extractComments: false }),
        new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  }
}
