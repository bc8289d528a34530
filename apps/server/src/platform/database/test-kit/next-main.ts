/** The server of the next release, as the database sees it. */
import { main } from '../../../app/startup/main.ts'
import { addMigrations, nextRelease } from './next-release.ts'

addMigrations(nextRelease)
await main()
