import { basename } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }

/** The version of Atrium that this is, as CHANGELOG.md names it. */
export const version: string = manifest.version

/** Prefix of a command: the launcher of the folder that `pnpm package` makes, or pnpm. */
export const program = basename(process.argv[1] ?? '') === 'atrium.js' ? 'bin/atrium' : 'pnpm'
