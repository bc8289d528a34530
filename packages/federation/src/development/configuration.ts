import { createRequire } from 'node:module'
import { join } from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import webpack, { type Configuration, type RuleSetRule } from 'webpack'

const require = createRequire(import.meta.url)

export interface DevelopmentOptions {
  /** Origin that serves the build. */
  readonly origin: string
  /** Path on it of the stream that tells of new builds. */
  readonly events: string
  /**
   * Whether a saved change keeps the page: only on a page whose React is a development build too. On others it is loaded
   * again.
   */
  readonly keepsPage: boolean
}

/**
 * The rules with a compiler of TypeScript that takes the page's JSX runtime.
 * @param refresh whether it also names components for React's fast refresh
 */
const rulesOf = (rules: Configuration['module'], refresh: boolean) =>
  (rules?.rules ?? []).map((rule) => {
    const { loader, options } = (rule ?? {}) as RuleSetRule
    if (loader !== 'swc-loader' || typeof options !== 'object') return rule
    // The page has one JSX runtime, that of production.
    const react = { runtime: 'automatic', development: false, refresh }
    return {
      ...(rule as RuleSetRule),
      options: { ...options, jsc: { ...options.jsc, transform: { react } } },
    }
  })

const runtimeFile = join(import.meta.dirname, 'refresh-runtime.ts')

/** Has every build refresh React by the page's one runtime. */
function refreshPlugins(name: string) {
  const own = new RegExp(`[\\\\/]react-refresh[\\\\/]|${runtimeFile.replaceAll('\\', '\\\\')}`)
  const replaced = `${runtimeFile}?${name}`
  return [
    new ReactRefreshPlugin({ overlay: false, forceEnable: true, exclude: [/node_modules/, own] }),
    // Whoever asks for the runtime gets that of the page, but for the module that makes it.
    new webpack.NormalModuleReplacementPlugin(
      /react-refresh(\/runtime(\.js)?)?$/,
      (resource: { request: string; contextInfo?: { issuer?: string } }) => {
        if (resource.contextInfo?.issuer !== runtimeFile) resource.request = replaced
      },
    ),
  ]
}

/**
 * The build of an app while somebody works on it: fast, readable, and told to its page as often as a file is saved.
 * What fails a release's build (a second copy, a part that nobody provides) fails it too.
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
    // The shell's client tells of the builds of all.
    ...(name !== 'shell' && { name }),
    logging: 'warn',
    progress: 'false',
  })
  const hotClient = `${require.resolve('webpack-dev-middleware/client')}?${client}`
  return {
    ...config,
    mode: 'development',
    // Policies of pages allow no `eval`.
    devtool: 'cheap-module-source-map',
    // What a release's build keeps is of no use to this one.
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
      // A file may have to wait for the build.
      chunkLoadTimeout: 120_000,
    },
    module: { ...config.module, rules: rulesOf(config.module, keepsPage) },
    // Styles keep the order that they have in a release.
    optimization: { ...config.optimization, minimize: false },
    plugins: [
      ...(config.plugins ?? []),
      new webpack.EntryPlugin(context, hotClient, { name: undefined }),
      ...(keepsPage ? [new webpack.HotModuleReplacementPlugin(), ...refreshPlugins(name)] : []),
    ],
  }
}
