import { generateKeyPairSync } from 'node:crypto'
import { join, resolve } from 'node:path'
import { freePort } from '../../apps/server/test-support/free-port.ts'

// Chosen by the process that starts the run; its workers inherit them.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_INBOX_PORT ??= String(await freePort())
process.env.E2E_TEAM_KEY ??= generateKeyPairSync('ed25519')
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64')

const { E2E_PORT: port, E2E_INBOX_PORT: inboxPort } = process.env

/** The server that the browser tests share: its own port, data and administrator, beside whatever else runs here. */
export const suiteUrl = `http://127.0.0.1:${port}`

/** Where the sandbox shows the messages that this server sends. */
export const inboxUrl = `http://127.0.0.1:${inboxPort}`

export const administrator = { userName: 'admin', password: 'Atrium2026e2e' } as const

/** The administrator of one of the demonstration's tenants; the server makes up the password when it starts. */
export const tenantAdministrator = 'lumingxi.admin'

export const dataFolder = resolve('.cache/e2e-data')

/** Where the server writes the accounts that its start made. */
export const accountsFile = resolve('.cache/e2e-accounts.json')

/** The private key of the team that releases a remote in tests. */
export const teamKey = process.env.E2E_TEAM_KEY

/** Where the server finds who may release what, and where it looks for releases. */
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
