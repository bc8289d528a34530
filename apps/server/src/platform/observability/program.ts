import { basename } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }

/** Version of this Atrium, as in CHANGELOG.md. */
export const version: string = manifest.version

/** Prefix of a command: the launcher in the folder that `pnpm package` creates, or pnpm. */
export const program = basename(process.argv[1] ?? '') === 'atrium.js' ? 'bin/atrium' : 'pnpm'
