import { join } from 'node:path'

/**
 * File of the server's program, which `pnpm unit` builds. Its first argument is a command of package.json, or `main`
 * to start the server.
 */
export const programFile = join(import.meta.dirname, '../dist/node/program/atrium.js')
