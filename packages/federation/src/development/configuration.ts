import { createRequire } from 'node:module'
import { join } from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import webpack, { type Configuration, type RuleSetRule } from 'webpack'

const require = createRequire(import.meta.url)

interface DevelopmentOptions {
  /** The origin that serves the build. */
  readonly origin: string
  /** Path on it of the stream of build events. */
  readonly events: string
  /** Whether a saved change keeps the page. That needs a development build of React on the page; other pages reload. */
  readonly keepsPage: boolean
}

/**
 * Returns the rules with a TypeScript compiler that uses the page's JSX runtime.
 * @param refresh whether it adds React's fast refresh
 */
const rulesOf = (rules: Configuration['module'], refresh: boolean) =>
  (rules?.rules ?? []).map((rule) => {
    const { loader, options } = (rule ?? {}) as RuleSetRule
    if (loader !== 'swc-loader' || typeof options !== 'object') return rule
    // The page has one JSX runtime, the production one.
    const react = { runtime: 'automatic', development: false, refresh }
    return {
      ...(rule as RuleSetRule),
      options: { ...options, jsc: { ...options.jsc, transform: { react } } },
    }
  })

const runtimeFile = join(import.meta.dirname, 'refresh-runtime.ts')

/** Makes every build use the page's one refresh runtime. */
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
 * Returns the development configuration of an app: fast, readable and announced to its pages at each build. It has
 * the same checks as a release build.
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
    // Development builds have a cache of their own.
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
      // A file may have to wait for the build. Milliseconds.
      chunkLoadTimeout: 120_000,
    },
    module: { ...config.module, rules: rulesOf(config.module, keepsPage) },
    // Keep the order that styles have in a release.
    optimization: { ...config.optimization, minimize: false },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.EntryPlugin(context, hotClient, { name: undefined }),
      ...(keepsPage ? [new webpack.HotModuleReplacementPlugin(), ...refreshPlugins(name)] : []),
    ],
  }
}
