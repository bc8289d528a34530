/** Starts a server with the migrations of the next release. */
import { main } from '../../../app/startup/main.ts'
import { addMigrations, nextRelease } from './next-release.ts'

addMigrations(nextRelease)
await main()
