/**
 * Starts a server for browser tests, on empty data unless KEEP_DATA is set, so that every run starts in the same
 * state. WEB_FOLDER replaces the built front ends, for tests that break some of them. Writes the generated passwords
 * to ACCOUNTS_FILE.
 */
import { rm, writeFile } from 'node:fs/promises'
import { standInFor } from '@atrium/sandbox'
import { hasDemonstration, readConfig, startServer } from '@atrium/server'
import { sandboxOptions } from '../../scripts/start/sandbox.ts'
import { askForNoReasons } from './reasons.ts'
import { trustTeam } from './team.ts'

const { DATA_DIR } = readConfig(process.env)
// Servers that start beside the shared one must not touch its data, nor the trusted keys that a test has written.
if (!process.env.KEEP_DATA) {
  await rm(DATA_DIR, { recursive: true, force: true })
  await trustTeam()
}
const sandbox = (await hasDemonstration(process.env))
  ? await standInFor(process.env, await sandboxOptions(process.env))
  : undefined
const config = readConfig({ ...process.env, ...sandbox?.environment })
const server = await startServer({ ...config, webFolder: process.env.WEB_FOLDER ?? config.webFolder })
// Most tests change things without giving reasons; those about reasons have tenants with policies of their own.
if (!process.env.KEEP_DATA) await askForNoReasons()
if (process.env.ACCOUNTS_FILE) await writeFile(process.env.ACCOUNTS_FILE, JSON.stringify(server.accounts))

const stop = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
