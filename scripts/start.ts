/**
 * `pnpm start`: builds what changed and serves the suite, with a sandbox for the products and messages that are not
 * configured. On a signal, or when its parent process ends, the server stops everything it started, including the
 * embedded database. The sandbox runs in this process.
 */
import { build } from './build.ts'
import { serve } from './start/serve.ts'

await build()
await serve(process.env)
