import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import { withFederationRuntime } from './aliases.ts'
import { type AppOptions, baseConfig } from './base.ts'
import { EntryFilesPlugin } from './entry-files.ts'
import { HostDescriptionPlugin } from './host-description.ts'
import { providedByHost } from './shared.ts'
import { SharedPartsPlugin } from './shared-parts.ts'

/** Name of the host's container in the federation runtime. */
export const hostName = 'atrium'

/** Options in which a host differs from the shell. */
interface HostOptions {
  /** Container name in the federation runtime. */
  readonly container: string
  readonly entry: Readonly<Record<string, string>>
}

/**
 * Builds the host. It contains the shared modules and the federation runtime, and has no remotes compiled in.
 * @returns a webpack configuration
 */
export function shell(
  options: AppOptions,
  { container, entry }: HostOptions = { container: hostName, entry: { shell: './src/index.tsx' } },
): Configuration {
  const base = baseConfig(options)
  return {
    ...withFederationRuntime(base, 'provided'),
    entry: { ...entry },
    plugins: [
      ...(base.plugins ?? []),
      new EntryFilesPlugin(),
      new HostDescriptionPlugin(),
      new SharedPartsPlugin(),
      new ModuleFederationPlugin({
        name: container,
        shared: providedByHost(),
        manifest: false,
        dts: false,
        experiments: {
          // The loader loads containers itself, with the integrity of each file in its release.
          optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
        },
      }),
    ],
  }
}
