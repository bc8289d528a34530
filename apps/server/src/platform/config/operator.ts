import { hostname, userInfo } from 'node:os'
import { actAsServerUser } from '../database/index.ts'
import { type Config, readConfig } from './config.ts'

/** Configuration of an operator's command. */
interface OperatorConfig extends Config {
  /** Name of the operator in the audit trail: `root@host`. */
  readonly operator: string
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a user id that has no name.
    return String(process.getuid?.())
  }
}

/**
 * Reads the configuration of an operator's command. Root acts as the server's user from here on, so that the server
 * can use all files that the command creates.
 * @throws StartupError that names every invalid variable
 */
export async function readOperatorConfig(): Promise<OperatorConfig> {
  const config = readConfig(process.env)
  const operator = `${userName()}@${hostname()}`
  const user = await actAsServerUser(config.DATA_DIR)
  if (user !== undefined)
    process.stderr.write(`Acting as ${user}, whose server uses the data folder ${config.DATA_DIR}.\n`)
  return { ...config, operator }
}
