import { join } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../database/index.ts'
import { Environment } from './environment.ts'
import { folders } from './folders.ts'

/** How this process is to run. */
export type Config = Environment & {
  /** The folder of the built front ends. */
  readonly webFolder: string
  /** The file that the heads of the audit trail are appended to. */
  readonly headsFile: string
}

/** One file a database: those of several that are served from one folder are not mixed up. */
const headsFileOf = ({ AUDIT_HEADS, DATA_DIR, DATABASE_URL }: Environment): string => {
  if (AUDIT_HEADS !== undefined) return AUDIT_HEADS
  const name = DATABASE_URL === undefined ? '' : new URL(DATABASE_URL).pathname.slice(1).replaceAll('/', '_')
  return join(DATA_DIR, name === '' ? 'audit-heads' : `audit-heads-${name}`)
}

const withoutBlanks = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

/**
 * Reads the configuration.
 * @param env usually `process.env`
 * @throws StartupError naming every variable that is wrong, never its value: it may be a secret
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const result = z.safeParse(Environment, withoutBlanks(env))
  if (result.success) return { ...result.data, webFolder: folders.web, headsFile: headsFileOf(result.data) }
  const mistakes = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new StartupError(`Please correct the environment: ${mistakes.join('; ')}.`)
}
