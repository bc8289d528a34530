import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const compiler = join(import.meta.dirname, 'compile-cli.ts')

/**
 * Builds one configuration in a process of its own, so that apps build side by side. That process ends with this one.
 * @param config path of a webpack.config.ts
 * @throws with webpack's own report
 */
export async function compileInChildProcess(config: string): Promise<void> {
  // What this process was started with, a test's or a server's settings, is no business of a build.
  const child = fork(compiler, [config], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const [report, [code, signal]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(report || `ended by ${signal}`)
}
