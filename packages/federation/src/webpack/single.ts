import type { Configuration } from 'webpack'
import { type AppOptions, baseConfig } from './base.ts'
import { EntryFilesPlugin } from './entry-files.ts'

/**
 * Builds a page without federation as a baseline for benchmarks.
 * @param options with `entry`: the module that renders the page, relative to the root
 */
export function single(options: AppOptions & { readonly entry: string }): Configuration {
  const base = baseConfig(options)
  return {
    ...base,
    entry: { [options.name]: options.entry },
    plugins: [...(base.plugins ?? []), new EntryFilesPlugin()],
  }
}
