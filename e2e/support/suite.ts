import { resolve } from 'node:path'

/** The server that the browser tests share: its own port, data and administrator, beside whatever else runs here. */
const port = 18080

export const suiteUrl = `http://127.0.0.1:${port}`

/** Where the sandbox shows the messages that this server sends. */
const inboxPort = 18025

export const inboxUrl = `http://127.0.0.1:${inboxPort}`

export const administrator = { userName: 'admin', password: 'Atrium2026e2e' } as const

/** The administrator of one of the demonstration's tenants; the server makes up the password when it starts. */
export const tenantAdministrator = 'lumingxi.admin'

export const dataFolder = resolve('.cache/e2e-data')

/** Where the server writes the accounts that its start made. */
export const accountsFile = resolve('.cache/e2e-accounts.json')

export const serverEnvironment = {
  PORT: String(port),
  SANDBOX_PORT: String(inboxPort),
  METRICS_PORT: '0',
  DATA_DIR: dataFolder,
  ACCOUNTS_FILE: accountsFile,
  ADMIN_PASSWORD: administrator.password,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
}
