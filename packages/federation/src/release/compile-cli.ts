import type { Configuration } from 'webpack'
import { compile } from './compile.ts'
import { compressFolder } from './compress.ts'

/**
 * Builds one configuration. Argument: the path of the webpack.config.ts.
 */

// The parent process has gone: the next build starts anew and must not run beside this one.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

const { default: config } = (await import(process.argv[2] ?? '')) as { readonly default: Configuration }
try {
  await compile(config)
  if (config.output?.path) await compressFolder(config.output.path)
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
}
