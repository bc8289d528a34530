/**
 * `pnpm start`: builds what changed and serves the whole suite, with a sandbox for the messages that nothing is
 * configured for. The server stops everything that it started, the embedded database included, when this process
 * is told to stop or when one of those that it was started through is gone; the sandbox lives in this process and
 * ends with it.
 */
import { build } from './build.ts'
import { serve } from './start/serve.ts'

await build()
await serve(process.env)
