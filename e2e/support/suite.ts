import { generateKeyPairSync } from 'node:crypto'
import { join, resolve } from 'node:path'
import { freePort } from '../../apps/server/test-support/free-port.ts'

// The main process of the run chooses these; its workers inherit them.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_INBOX_PORT ??= String(await freePort())
process.env.E2E_TEAM_KEY ??= generateKeyPairSync('ed25519')
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64')

const { E2E_PORT: port, E2E_INBOX_PORT: inboxPort } = process.env

/**
 * URL of the server that the browser tests share. It has its own port, data and administrator, so that other servers
 * may run beside it. Its name is the one of its public URL, at which products sign their users in.
 */
export const suiteUrl = `http://localhost:${port}`

/** URL at which the sandbox shows the messages that this server sends. */
export const inboxUrl = `http://127.0.0.1:${inboxPort}`

export const administrator = { userName: 'admin', password: 'Atrium2026e2e' } as const

/** User name of an administrator of a demonstration tenant; the server generates the password at its start. */
export const tenantAdministrator = 'lumingxi.admin'

export const dataFolder = resolve('.cache/e2e-data')

/** File to which the server writes the accounts that its start created. */
export const accountsFile = resolve('.cache/e2e-accounts.json')

/** Private key of the team that releases a remote in tests. */
export const teamKey = process.env.E2E_TEAM_KEY

/** File in which the server finds the teams' keys and rights, and folder in which it looks for releases. */
export const trustedKeysFile = resolve('.cache/e2e-release-keys.json')
export const releasesFolder = join(dataFolder, 'releases')

export const serverEnvironment = {
  PORT: port,
  SANDBOX_PORT: inboxPort,
  METRICS_PORT: '0',
  DATA_DIR: dataFolder,
  ACCOUNTS_FILE: accountsFile,
  RELEASE_KEYS: trustedKeysFile,
  RELEASES_DIR: releasesFolder,
  ADMIN_PASSWORD: administrator.password,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
}
