import type { Configuration } from 'webpack'
import { compile } from './compile.ts'
import { compressFolder } from './compress.ts'

/**
 * Builds one configuration. Arguments: the path of webpack.config.ts and, for a release, an output folder. A build
 * into that folder does not use the cache, so that the same sources produce the same bytes.
 */

// If the parent process has ended, stop, so that the next build does not run alongside this one.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

const [, , file = '', output] = process.argv
const { default: declared } = (await import(file)) as { readonly default: Configuration }
const config = output
  ? { ...declared, cache: false as const, output: { ...declared.output, path: output } }
  : declared
try {
  await compile(config)
  if (config.output?.path) await compressFolder(config.output.path)
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
}
