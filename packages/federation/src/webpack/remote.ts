import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import { type AppOptions, baseConfig } from './base.ts'
import { ForbidOwnCopiesPlugin } from './own-copies.ts'
import { RegistryEntryPlugin } from './registry-entry.ts'
import { expectedFromHost } from './shared.ts'
import { SharedPartsPlugin } from './shared-parts.ts'

export interface RemoteOptions extends AppOptions {
  /** Path prefixes of the suite's route table that this remote renders, e.g. `/signIn`. */
  readonly routes: readonly string[]
}

/** A container's global variable: the remote's name as an identifier. */
export const globalNameOf = (name: string): string => `atrium_${name.replaceAll('-', '_')}`

/** Names of the chunks behind the two exposed modules. */
const exposedChunks = new Set(['routes', 'mount'])

/**
 * The build of a remote. It exposes `./routes`, for the shell's React tree, and `./mount`, for
 * anybody's page; nothing else.
 * @returns a webpack configuration
 */
export function remote(options: RemoteOptions): Configuration {
  const base = baseConfig(options)
  return {
    ...base,
    entry: {},
    optimization: {
      ...base.optimization,
      // An exposed module comes in one file: it is asked for by itself, and each further file is a request.
      splitChunks: { chunks: ({ name }) => !exposedChunks.has(name ?? '') },
    },
    plugins: [
      ...(base.plugins ?? []),
      new ForbidOwnCopiesPlugin(),
      new SharedPartsPlugin(),
      new RegistryEntryPlugin({ name: options.name, routes: options.routes }),
      new ModuleFederationPlugin({
        name: globalNameOf(options.name),
        filename: 'entry.[contenthash:10].js',
        exposes: {
          './routes': { import: './src/routes.ts', name: 'routes' },
          './mount': { import: './src/mount.ts', name: 'mount' },
        },
        shared: expectedFromHost(),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        experiments: {
          externalRuntime: true,
          optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
        },
      }),
    ],
  }
}
