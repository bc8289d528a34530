import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import { withFederationRuntime } from './aliases.ts'
import { type AppOptions, baseConfig } from './base.ts'
import { insertStyle } from './insert-style.ts'
import { DemandIntegrityPlugin } from './integrity.ts'
import { ForbidOwnCopiesPlugin } from './own-copies.ts'
import { OwnIdsPlugin } from './own-ids.ts'
import { ReleaseManifestPlugin } from './release-manifest.ts'
import { expectedFromHost } from './shared.ts'
import { SharedPartsPlugin } from './shared-parts.ts'
import { emittedName, releaseVersion } from './version.ts'

export interface RemoteOptions extends AppOptions {
  /** Path prefixes that this remote renders, such as `/signIn`. */
  readonly routes: readonly string[]
}

/** Returns a container's global variable: name and version as one identifier, since two releases may be on one page. */
const globalNameOf = (name: string, version: string): string =>
  `atrium_${name}_${version}`.replaceAll(/[^A-Za-z0-9]/g, '_')

/** Names of the two exposed modules' chunks. */
const exposedChunks = new Set(['routes', 'mount'])

/**
 * Builds a remote. It exposes `./routes` for the shell's React tree and `./mount` for any other page.
 * @returns a webpack configuration
 */
export function remote(options: RemoteOptions): Configuration {
  const { name, root, routes } = options
  const version = releaseVersion(root)
  const global = globalNameOf(name, version)
  const base = baseConfig({ ...options, insertStyle })
  return {
    ...withFederationRuntime(base, 'found'),
    entry: {},
    // Chunks find their release by this name.
    output: { ...base.output, uniqueName: global },
    optimization: {
      ...base.optimization,
      // Keep an exposed module in one file, because each further file costs one more request.
      splitChunks: { chunks: ({ name }) => !exposedChunks.has(name ?? '') },
    },
    plugins: [
      ...(base.plugins ?? []),
      new OwnIdsPlugin(),
      new ForbidOwnCopiesPlugin(),
      new SharedPartsPlugin(),
      new DemandIntegrityPlugin(),
      new ReleaseManifestPlugin({ name, version, routes: [...routes], global }),
      new ModuleFederationPlugin({
        name: global,
        filename: emittedName('entry', '.js'),
        exposes: {
          './routes': { import: './src/routes.ts', name: 'routes' },
          './mount': { import: './src/mount.ts', name: 'mount' },
        },
        shared: expectedFromHost(),
        manifest: false,
        dts: false,
        experiments: {
          optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
        },
      }),
    ],
  }
}
