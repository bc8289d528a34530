/**
 * Starts a server for browser tests, on empty data unless KEEP_DATA says otherwise, so that every run begins alike.
 * WEB_FOLDER takes the place of the built front ends, for tests that break some of them. The passwords that the start
 * makes up go into ACCOUNTS_FILE.
 */
import { rm, writeFile } from 'node:fs/promises'
import { standInFor } from '@atrium/sandbox'
import { hasDemonstration, readConfig, startServer } from '@atrium/server'
import { sandboxOptions } from '../../scripts/start/sandbox.ts'
import { trustTeam } from './team.ts'

const { DATA_DIR } = readConfig(process.env)
// Servers that start beside the shared one leave its data alone, and what a test has written into its trusted keys.
if (!process.env.KEEP_DATA) {
  await rm(DATA_DIR, { recursive: true, force: true })
  await trustTeam()
}
const sandbox = (await hasDemonstration(process.env))
  ? await standInFor(process.env, await sandboxOptions(process.env))
  : undefined
const config = readConfig({ ...process.env, ...sandbox?.environment })
const server = await startServer({ ...config, webFolder: process.env.WEB_FOLDER ?? config.webFolder })
if (process.env.ACCOUNTS_FILE) await writeFile(process.env.ACCOUNTS_FILE, JSON.stringify(server.accounts))

const stop = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
