import type { Configuration } from 'webpack'
import { type AppOptions, baseConfig } from './base.ts'
import { EntryFilesPlugin } from './entry-files.ts'

/**
 * Builds a page without federation, for benchmarks to compare with.
 * @param options entry: the module that renders the page, relative to the root
 */
export function single(options: AppOptions & { readonly entry: string }): Configuration {
  const base = baseConfig(options)
  return {
    ...base,
    entry: { [options.name]: options.entry },
    plugins: [...(base.plugins ?? []), new EntryFilesPlugin()],
  }
}
