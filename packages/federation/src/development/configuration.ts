import { createRequire } from 'node:module'
import { join } from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import webpack, { type Configuration, type RuleSetRule } from 'webpack'

const require = createRequire(import.meta.url)

interface DevelopmentOptions {
  /** Origin that serves the build. */
  readonly origin: string
  /** Path of the stream of build events on that origin. */
  readonly events: string
  /**
   * Whether the page stays open when a file is saved. This needs a development build of React on the page; other
   * pages reload.
   */
  readonly keepsPage: boolean
}

/**
 * Returns the module rules with a TypeScript compiler that uses the page's JSX runtime.
 * @param refresh whether to add React Fast Refresh
 */
const rulesOf = (rules: Configuration['module'], refresh: boolean) =>
  (rules?.rules ?? []).map((rule) => {
    const { loader, options } = (rule ?? {}) as RuleSetRule
    if (loader !== 'swc-loader' || typeof options !== 'object') return rule
    // The page has only the production JSX runtime.
    const react = { runtime: 'automatic', development: false, refresh }
    return {
      ...(rule as RuleSetRule),
      options: { ...options, jsc: { ...options.jsc, transform: { react } } },
    }
  })

const runtimeFile = join(import.meta.dirname, 'refresh-runtime.ts')

/** Makes every build use the page's single refresh runtime. */
function refreshPlugins(name: string) {
  const own = new RegExp(`[\\\\/]react-refresh[\\\\/]|${runtimeFile.replaceAll('\\', '\\\\')}`)
  const replaced = `${runtimeFile}?${name}`
  return [
    new ReactRefreshPlugin({ overlay: false, forceEnable: true, exclude: [/node_modules/, own] }),
    // Replace imports of the runtime, except in the module that wraps it.
    new webpack.NormalModuleReplacementPlugin(
      /react-refresh(\/runtime(\.js)?)?$/,
      (resource: { request: string; contextInfo?: { issuer?: string } }) => {
        if (resource.contextInfo?.issuer !== runtimeFile) resource.request = replaced
      },
    ),
  ]
}

/**
 * Returns the development configuration of an app: fast to build, readable, and pushed to open pages after each
 * build. It runs the same checks as a release build.
 * @param config the app's own configuration
 */
export function developmentOf(
  config: Configuration,
  { origin, events, keepsPage }: DevelopmentOptions,
): Configuration {
  const { name = '', context = '', cache } = config
  const client = new URLSearchParams({
    path: `${origin}${events}`,
    apply: keepsPage ? 'hmr' : 'reload',
    // The shell's client listens to the builds of all apps.
    ...(name !== 'shell' && { name }),
    logging: 'warn',
    progress: 'false',
  })
  const hotClient = `${require.resolve('webpack-dev-middleware/client')}?${client}`
  return {
    ...config,
    mode: 'development',
    // The Content-Security-Policy of pages forbids `eval`.
    devtool: 'cheap-module-source-map',
    // Development builds have their own cache.
    cache:
      typeof cache === 'object' && cache.type === 'filesystem'
        ? { ...cache, name: `${name}-development` }
        : false,
    output: {
      ...config.output,
      path: `/${name}`,
      filename: '[name].js',
      chunkFilename: '[name].js',
      assetModuleFilename: '[name][ext]',
      publicPath: `${origin}/${name}/`,
      clean: false,
      // Timeout in milliseconds, long enough for a file to be built first.
      chunkLoadTimeout: 120_000,
    },
    module: { ...config.module, rules: rulesOf(config.module, keepsPage) },
    // Keep the other optimizations, so that styles load in the same order as in a release.
    optimization: { ...config.optimization, minimize: false },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.EntryPlugin(context, hotClient, { name: undefined }),
      ...(keepsPage ? [new webpack.HotModuleReplacementPlugin(), ...refreshPlugins(name)] : []),
    ],
  }
}
