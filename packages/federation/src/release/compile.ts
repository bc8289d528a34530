import webpack, { type Configuration } from 'webpack'

/**
 * Runs one webpack build.
 * @throws with webpack's own report if there are errors or warnings
 */
export async function compile(config: Configuration): Promise<void> {
  const compiler = webpack(config)
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)))
  })
  // Closing writes the file cache.
  await new Promise<void>((resolve, reject) => {
    compiler.close((error) => (error ? reject(error) : resolve()))
  })
  if (stats?.hasErrors() || stats?.hasWarnings()) {
    throw new Error(stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }))
  }
}
