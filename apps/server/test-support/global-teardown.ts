import { rm } from 'node:fs/promises'
import { running } from './running-server.ts'

/** Stops the run's server and removes its data. */
export default async function tearDown(): Promise<void> {
  await running.database?.close()
  if (running.dataDir) await rm(running.dataDir, { recursive: true, force: true })
}
