import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import { type AppOptions, baseConfig } from './base.ts'
import { EntryFilesPlugin } from './entry-files.ts'
import { providedByHost } from './shared.ts'
import { SharedPartsPlugin } from './shared-parts.ts'

/** The host's container name in the federation runtime. */
export const hostName = 'atrium'

/**
 * The build of the host: it knows no remote, carries the shared modules and the federation runtime.
 * @returns a webpack configuration
 */
export function shell(options: AppOptions): Configuration {
  const base = baseConfig(options)
  return {
    ...base,
    entry: { shell: './src/index.tsx' },
    plugins: [
      ...(base.plugins ?? []),
      new EntryFilesPlugin(),
      new SharedPartsPlugin(),
      new ModuleFederationPlugin({
        name: hostName,
        shared: providedByHost(),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: {
          provideExternalRuntime: true,
          optimization: { disableSnapshot: true, target: 'web' },
        },
      }),
    ],
  }
}
